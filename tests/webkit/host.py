"""The smallest browser on WebKitGTK that keeps its data: MiniBrowser forgets everything when it is automated.

Usage: host.py PROFILE [--cookies all|own|none] [--itp] [--without-storage]. WebKitWebDriver starts it, and finds it through the environment it sets.
"""
import argparse

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("profile")
# WebKit's own default: no cookies of sites in other sites' pages.
parser.add_argument("--cookies", choices=["all", "own", "none"], default="own")
parser.add_argument("--itp", action="store_true")
parser.add_argument("--without-storage", action="store_true")
options = parser.parse_args()
profile = options.profile
POLICIES = {
    "all": WebKit2.CookieAcceptPolicy.ALWAYS,
    "own": WebKit2.CookieAcceptPolicy.NO_THIRD_PARTY,
    "none": WebKit2.CookieAcceptPolicy.NEVER,
}
manager = WebKit2.WebsiteDataManager(base_data_directory=profile + "/data", base_cache_directory=profile + "/cache")
manager.set_persistent_credential_storage_enabled(False)
manager.set_itp_enabled(options.itp)
context = WebKit2.WebContext(website_data_manager=manager)
context.get_cookie_manager().set_persistent_storage(profile + "/cookies.sqlite", WebKit2.CookiePersistentStorage.SQLITE)
context.get_cookie_manager().set_accept_policy(POLICIES[options.cookies])
context.set_automation_allowed(True)


def open_view(*_arguments):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    if options.without_storage:
        settings = view.get_settings()
        settings.set_enable_html5_local_storage(False)
        settings.set_enable_html5_database(False)
        features = WebKit2.Settings.get_all_features()
        for feature in map(features.get, range(features.get_length())):
            if feature.get_identifier() in ("IndexedDBAPI", "LocalStorage"):
                settings.set_feature_enabled(feature, False)
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
