"""Models to keep: a small JSON file, from a run or an estimator and back to predictions.

``docs/models.md`` says what stands in the file.

Examples
--------
>>> from algorithms.estimators import RDAClassifier
>>> from algorithms.models import Model
>>> learner = RDAClassifier(l1=0.01, random_state=0)
>>> model = Model.of(learner.fit([[0.0, 1.0], [1.0, 0.0]] * 9, ["no", "yes"] * 9))
>>> Model.parse(model.text()).predict([[1.0, 0.0], [0.0, 2.0]])
array(['yes', 'no'], dtype='<U3')
"""

from algorithms.models.model import Model, Prediction
from algorithms.models.sources import refuse_loss

__all__ = ["Model", "Prediction", "refuse_loss"]
