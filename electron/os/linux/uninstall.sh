#!/bin/sh
# Gives the machine back: everything that install.sh put there goes, and what it replaced returns. The sealed outbox stays: it belongs to the
# clinic until its server has it.
set -eu

if [ "$(id -u)" -ne 0 ]; then
  echo 'Run this as root.' >&2
  exit 1
fi
systemctl disable --now carefront-kiosk.service || true
for target in \
  /etc/systemd/system/carefront-kiosk.service \
  /etc/systemd/system/carefront-kiosk.service.d/chromium.conf \
  /etc/chromium/policies/managed/carefront-kiosk.json \
  /etc/xkb/rules/carefront-kiosk \
  /etc/xkb/keycodes/carefront_kiosk \
  /etc/xkb/symbols/carefront_kiosk \
  /etc/xkb/types/carefront_kiosk \
  /etc/systemd/logind.conf.d/50-carefront-kiosk.conf \
  /etc/sysctl.d/50-carefront-kiosk.conf \
  /etc/usbguard/rules.conf; do
  if [ -e "$target.before-carefront" ]; then
    mv -- "$target.before-carefront" "$target"
  elif [ "$target" != /etc/usbguard/rules.conf ]; then
    rm -f -- "$target"
  fi
done
systemctl daemon-reload
# The key in /etc/carefront-kiosk stays with the outbox: without it this machine can't prove to the clinic who it is.
echo 'Done. What is not sent yet lies sealed in /var/lib/carefront-kiosk.'
