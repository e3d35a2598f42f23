#!/bin/sh
# Makes this machine a kiosk: run once as root, after the package is installed. Every file that it replaces is kept beside itself as
# *.before-carefront, and uninstall.sh puts it back.
#   install.sh                    the package, in Electron
#   install.sh chromium VENDOR    a prepared checkout in /opt/carefront-kiosk, in Debian's Chromium
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
host=${1:-electron}
vendor=${2:-}
case "$host" in
  electron) programs='cage systemctl systemd-creds' ;;
  chromium) programs='cage systemctl systemd-creds chromium' ;;
  *)
    echo "install.sh [electron | chromium VENDOR]" >&2
    exit 1
    ;;
esac
if [ "$host" = chromium ] && [ ! -e "/opt/carefront-kiosk/dist/kiosk-dev/$vendor/kiosk.json" ]; then
  echo "No kiosk of '$vendor' is prepared in /opt/carefront-kiosk: npm run kiosk -- --host chromium --prepare --vendor '$vendor' --server ADDRESS" >&2
  exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
  echo 'Run this as root.' >&2
  exit 1
fi
for needed in $programs; do
  if ! command -v "$needed" >/dev/null 2>&1; then
    echo "$needed is missing: apt-get install cage chromium" >&2
    exit 1
  fi
done

put() {
  target=$2
  mkdir -p "$(dirname -- "$target")"
  if [ -e "$target" ] && [ ! -e "$target.before-carefront" ]; then
    cp -p -- "$target" "$target.before-carefront"
  fi
  install -m 0644 -o root -g root -- "$here/$1" "$target"
}

if ! getent passwd carefront-kiosk >/dev/null; then
  useradd --system --no-create-home --home-dir /var/lib/carefront-kiosk --shell /usr/sbin/nologin carefront-kiosk
fi
# The machine's own key: 32 bytes, sealed to its TPM where it has one. Made once, since another one would cost the enrollment.
if [ ! -e /etc/carefront-kiosk/key.cred ]; then
  install -d -m 0700 -o root -g root /etc/carefront-kiosk
  head -c 32 /dev/urandom | systemd-creds encrypt --name=carefront-kiosk-key - /etc/carefront-kiosk/key.cred
fi
put xkb/rules/carefront-kiosk /etc/xkb/rules/carefront-kiosk
put xkb/keycodes/carefront_kiosk /etc/xkb/keycodes/carefront_kiosk
put xkb/symbols/carefront_kiosk /etc/xkb/symbols/carefront_kiosk
put xkb/types/carefront_kiosk /etc/xkb/types/carefront_kiosk
put carefront-kiosk.service /etc/systemd/system/carefront-kiosk.service
if [ "$host" = chromium ]; then
  put chromium.conf /etc/systemd/system/carefront-kiosk.service.d/chromium.conf
  sed -i "s/VENDOR/$vendor/g" /etc/systemd/system/carefront-kiosk.service.d/chromium.conf
  put chromium-policy.json /etc/chromium/policies/managed/carefront-kiosk.json
fi
put logind.conf /etc/systemd/logind.conf.d/50-carefront-kiosk.conf
put sysctl.conf /etc/sysctl.d/50-carefront-kiosk.conf
if command -v usbguard >/dev/null 2>&1; then
  put usbguard-rules.conf /etc/usbguard/rules.conf
  chmod 0600 /etc/usbguard/rules.conf
  systemctl enable --now usbguard
else
  echo 'usbguard is not installed: USB storage stays usable. apt-get install usbguard, then run this again.' >&2
fi
swapoff -a || echo 'Swap could not be switched off.' >&2
sysctl --quiet --system
systemctl daemon-reload
systemctl set-default graphical.target
systemctl enable carefront-kiosk.service
echo 'Done. Restart the machine to begin.'
