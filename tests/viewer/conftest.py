"""One browser for all tests of the page, and none that viewers open by themselves."""

import pytest

from tests.support import browser


@pytest.fixture(scope="session")
def _chromium():
    browser.or_skip()
    driver = browser.start()
    yield driver
    driver.quit()


@pytest.fixture
def chromium(_chromium):
    """The browser, with one empty tab."""
    driver = _chromium
    for window in driver.window_handles[1:]:
        driver.switch_to.window(window)
        driver.close()
    driver.switch_to.window(driver.window_handles[0])
    driver.get("about:blank")
    driver.get_log("browser")
    driver.get_log("performance")
    yield driver


@pytest.fixture
def no_browser(monkeypatch):
    """Viewers print their addresses, and open nothing."""
    monkeypatch.setenv("GELENK_VIEWER", "print")
