"""The middleware of the app's server, in the order in which a request passes it."""

from __future__ import annotations

from starlette.middleware import Middleware

from ui.web.base_path import BasePath
from ui.web.message_filter import MessageFilter
from ui.web.preload import Preload
from ui.web.redirects import Redirects
from ui.web.security_headers import SecurityHeaders, frame_ancestors, policy
from ui.web.static_files import StaticFiles
from ui.web.upload_quota import UploadQuota
from ui.web.upload_token import UploadToken


def middleware(guarded: bool = False) -> list[Middleware]:
    """Return the middleware of ``st.App``.

    Parameters
    ----------
    guarded : known names alone are answered, and pages may do little, see ``security_headers``.
        Who hosts a Streamlit app of others has names and frames that nobody here knows.
    """
    return [
        Middleware(BasePath),
        *([Middleware(SecurityHeaders)] if guarded else []),
        Middleware(StaticFiles),
        Middleware(Redirects),
        *([Middleware(UploadToken)] if guarded and frame_ancestors() else []),
        Middleware(UploadQuota),
        Middleware(Preload, policy=policy if guarded else None),
        Middleware(MessageFilter),
    ]
