/** The kiosk's entry: the pack beside it, the bridge of the shell around it, and the first screen. */
import '../design/base.css';
import { BRIDGE_GLOBAL } from '../platform/kiosk/channel-names.ts';
import { findPageApi } from '../platform/kiosk/page-api.ts';
import { openPage } from './open-page.tsx';
import { trustLabelsOnly } from './trusted-labels.ts';
import { readLockedKeyboard } from './visit/locked-keyboard.ts';

readLockedKeyboard(window);
trustLabelsOnly(Reflect.get(window, 'trustedTypes'));
const host = document.getElementById('app');
if (host) {
  const readPack = async (): Promise<unknown> => (await fetch('/pack.json')).json();
  void openPage({ host, api: findPageApi(window, BRIDGE_GLOBAL), readPack });
}
