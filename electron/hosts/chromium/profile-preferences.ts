/**
 * What a fresh profile is told before Chromium opens it. The same is asked of the clinic by policy (`electron/os/linux/chromium-policy.json`): a policy
 * holds also where a preference of this version of Chromium is named differently.
 */

/** 2 is "block" in Chromium's content settings. */
const BLOCK = 2;
const BLOCKED = [
  'ar',
  'automatic_downloads',
  'auto_picture_in_picture',
  'background_sync',
  'bluetooth_guard',
  'bluetooth_scanning',
  'captured_surface_control',
  'clipboard',
  'file_handling',
  'file_system_read_guard',
  'file_system_write_guard',
  'geolocation',
  'hid_guard',
  'idle_detection',
  'keyboard_lock',
  'local_fonts',
  'media_stream_mic',
  'midi_sysex',
  'notifications',
  'payment_handler',
  'periodic_background_sync',
  'pointer_lock',
  'popups',
  'sensors',
  'serial_guard',
  'storage_access',
  'usb_guard',
  'vr',
  'window_placement',
];

export function profilePreferences(options: { readonly camera: boolean }): object {
  const blocked = [...BLOCKED, ...(options.camera ? [] : ['media_stream_camera'])];
  return {
    autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
    browser: {
      enable_spellchecking: false,
      check_default_browser: false,
      // As large as any screen, from the moment at which a window is there.
      window_placement: {
        left: 0,
        top: 0,
        right: 16_384,
        bottom: 16_384,
        maximized: false,
        work_area_left: 0,
        work_area_top: 0,
        work_area_right: 16_384,
        work_area_bottom: 16_384,
      },
    },
    credentials_enable_service: false,
    credentials_enable_autosignin: false,
    dns_prefetching: { enabled: false },
    download: { prompt_for_download: false },
    download_restrictions: 3,
    net: { network_prediction_options: 2 },
    payments: { can_make_payment_enabled: false },
    printing: { enabled: false },
    profile: {
      default_content_setting_values: Object.fromEntries(blocked.map((name) => [name, BLOCK])),
      password_manager_enabled: false,
    },
    safebrowsing: { enabled: false },
    search: { suggest_enabled: false },
    session: { restore_on_startup: 5 },
    signin: { allowed: false, allowed_on_next_startup: false },
    spellcheck: { dictionaries: [], use_spelling_service: false },
    translate: { enabled: false },
    webrtc: { ip_handling_policy: 'disable_non_proxied_udp' },
  };
}

/** What Chromium keeps for all profiles of a folder; without a policy these hold all the same. */
export const LOCAL_STATE: object = {
  select_file_dialogs: { allowed: false },
  task_manager: { end_process_enabled: false },
};
