import pytest

import mlmetrics_edu as mm


@pytest.fixture
def picture(request):
    """Draw the figure that ``of`` names."""
    return mm.figure(request.param)
