/** The page's side of the bridge, and all that a page gets of Electron (S2): bundled into one CommonJS file that needs nothing but `electron`. */
import { contextBridge, ipcRenderer } from 'electron';
import { BRIDGE_GLOBAL, kioskChannelNames } from '../../../renderer/platform/kiosk/channel-names.ts';
import { createPageApi } from '../../bridge/page-api.ts';

contextBridge.exposeInMainWorld(BRIDGE_GLOBAL, createPageApi(kioskChannelNames, ipcRenderer));
