#!/bin/sh
# Makes this machine a kiosk: run once as root, after the package is installed. Every file that it replaces is kept beside itself as
# *.before-carefront, and uninstall.sh puts it back.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
if [ "$(id -u)" -ne 0 ]; then
  echo 'Run this as root.' >&2
  exit 1
fi
for needed in cage systemctl; do
  if ! command -v "$needed" >/dev/null 2>&1; then
    echo "$needed is missing: apt-get install cage" >&2
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
put carefront-kiosk.service /etc/systemd/system/carefront-kiosk.service
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
