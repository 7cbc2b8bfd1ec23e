"""Every page whose movements are answered as events, by its key."""

from pages.data import PAGE as DATA
from pages.home import PAGE as HOME
from pages.lessons import LESSONS
from pages.papers import PAGE as PAPERS
from pages.playground import PAGE as PLAYGROUND
from ui.lessons.show import page_of

PAGES = {
    page.form.page: page
    for page in (
        HOME,
        PLAYGROUND,
        DATA,
        PAPERS,
        *map(page_of, LESSONS),
    )
}
