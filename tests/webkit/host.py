"""The smallest browser on WebKitGTK that keeps its data: MiniBrowser forgets everything when it is automated.

Usage: host.py PROFILE. WebKitWebDriver starts it, and finds it through the environment it sets.
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = sys.argv[1]
manager = WebKit2.WebsiteDataManager(base_data_directory=profile + "/data", base_cache_directory=profile + "/cache")
manager.set_persistent_credential_storage_enabled(False)
context = WebKit2.WebContext(website_data_manager=manager)
context.get_cookie_manager().set_persistent_storage(profile + "/cookies.sqlite", WebKit2.CookiePersistentStorage.SQLITE)
context.set_automation_allowed(True)


def open_view(*_arguments):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.set_default_size(390, 844)
    window.add(view)
    window.show_all()
    return view


def started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("Carefront test host")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context.connect("automation-started", started)
Gtk.main()
