# The app, with its kernels compiled: see docs/deploy.md.
#   docker build -t sparsity-lab .
#   docker run --read-only --tmpfs /tmp -p 8501:8501 -e ALLOWED_HOSTS=lab.example.edu sparsity-lab

FROM python:3.11-slim AS wheel
WORKDIR /project
RUN python -m venv /build && /build/bin/pip install --no-cache-dir hatchling==1.33.0
COPY . .
RUN /build/bin/python -m hatchling build -t wheel -d /wheels

FROM python:3.11-slim AS installed
COPY requirements.lock /tmp/
# Exactly what was tested, each file with the digest that it had.
RUN python -m venv /opt/lab && /opt/lab/bin/pip install --no-cache-dir --require-hashes -r /tmp/requirements.lock
COPY --from=wheel /wheels /wheels
RUN /opt/lab/bin/pip install --no-cache-dir --no-deps /wheels/*.whl
ENV SPARSITY_LAB_CACHE=/opt/kernels SPARSITY_LAB_DATA=/data
RUN /opt/lab/bin/python -m sparsity_lab.ui.web.compile_ahead && chmod -R a+rX /opt/kernels

FROM python:3.11-slim
# nginx is for "--class", one process per core behind it.
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --no-create-home --home-dir /nonexistent lab \
  && mkdir /data && chown lab /data
COPY --from=installed /opt/lab /opt/lab
COPY --from=installed /opt/kernels /opt/kernels
ENV PATH=/opt/lab/bin:$PATH ADDRESS=0.0.0.0 PORT=8501 \
  SPARSITY_LAB_CACHE=/opt/kernels SPARSITY_LAB_DATA=/data
USER 10001
WORKDIR /
EXPOSE 8501
HEALTHCHECK --start-period=30s \
  CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/_stcore/health', timeout=5)"]
CMD ["sparsity-lab"]
