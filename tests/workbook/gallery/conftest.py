import pytest

from tests.workbook.gallery.shown import drawn


@pytest.fixture
def picture(request):
    """Draw the figure that ``of`` names."""
    return drawn(request.param)
