/** What Chromium is started with. The list is whole: nothing of playwright-core's own defaults is taken, since they are meant for tests. */

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export interface SwitchOptions {
  /** All of this view, in memory. */
  readonly folder: string;
  readonly platform: 'wayland' | 'x11';
  readonly window: WindowSize | undefined;
  readonly softwareRendering: boolean;
  /** For containers of tests that run as root, where Chromium's sandbox can't work. Never on a clinic's machine. */
  readonly noSandboxForTests: boolean;
}

/** Folders of one view, below its own. */
export const VIEW_FOLDERS = ['profile', 'home', 'tmp', 'crashes', 'artifacts', 'run'] as const;

const FEATURES_OFF = [
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'DocumentPictureInPictureAPI',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'OverscrollHistoryNavigation',
  'PreconnectToSearch',
  'PrivacySandboxSettings4',
  'PushMessaging',
  'Translate',
  'WebUSB',
];

export function chromiumSwitches(options: SwitchOptions): readonly string[] {
  const { folder, platform, window, softwareRendering, noSandboxForTests } = options;
  return [
    // The shape of it.
    '--kiosk',
    '--no-startup-window',
    '--start-fullscreen',
    `--ozone-platform=${platform}`,
    '--window-position=0,0',
    ...(window === undefined ? [] : [`--window-size=${window.width},${window.height}`]),
    '--disable-pinch',
    '--overscroll-history-navigation=0',
    '--pull-to-refresh=0',
    '--block-new-web-contents',
    '--deny-permission-prompts',
    '--hide-crash-restore-bubble',
    '--disable-infobars',
    '--disable-notifications',
    '--noerrdialogs',
    '--autoplay-policy=no-user-gesture-required',
    // The host's only way in: two pipes that no other process has.
    '--remote-debugging-pipe',
    // Nothing on a disk.
    `--user-data-dir=${folder}/profile`,
    `--disk-cache-dir=${folder}/profile/cache`,
    '--disk-cache-size=1',
    '--media-cache-size=1',
    `--crash-dumps-dir=${folder}/crashes`,
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-logging',
    '--password-store=basic',
    // Nothing from or to a network: its requests are answered by the host.
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--no-proxy-server',
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--no-pings',
    '--disable-background-networking',
    '--disable-client-side-phishing-detection',
    '--disable-component-extensions-with-background-pages',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-field-trial-config',
    '--disable-search-engine-choice-screen',
    '--disable-speech-api',
    '--disable-sync',
    '--metrics-recording-only',
    '--no-default-browser-check',
    '--no-first-run',
    '--no-service-autorun',
    `--disable-features=${FEATURES_OFF.join(',')}`,
    '--disable-remote-playback-api',
    ...(softwareRendering ? ['--disable-gpu'] : []),
    ...(noSandboxForTests ? ['--no-sandbox'] : []),
  ];
}

/** Which of the two a screen is reached by; undefined where there is none. */
export function platformOf(environment: NodeJS.ProcessEnv): 'wayland' | 'x11' | undefined {
  if ((environment.WAYLAND_DISPLAY ?? '') !== '') return 'wayland';
  return (environment.DISPLAY ?? '') !== '' ? 'x11' : undefined;
}

/** What of the surroundings a screen, a sound and a locale need. Keys, tokens and options of other programs are not handed on. */
const PASSED = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'PULSE_SERVER',
  'LANG',
  'LC_ALL',
  'TZ',
  'LIBGL_ALWAYS_SOFTWARE',
] as const;

export function chromiumEnvironment(
  environment: NodeJS.ProcessEnv,
  folder: string,
): Readonly<Record<string, string>> {
  const passed = PASSED.flatMap((name) => {
    const value = environment[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const wayland = environment.WAYLAND_DISPLAY ?? '';
  const runtime = environment.XDG_RUNTIME_DIR ?? '';
  return {
    ...Object.fromEntries(passed),
    // The compositor's socket is named from the runtime folder, which is not handed on.
    ...(wayland !== '' && !wayland.startsWith('/') ? { WAYLAND_DISPLAY: `${runtime}/${wayland}` } : {}),
    // Without xdg-open no address opens another program.
    PATH: '/nonexistent',
    HOME: `${folder}/home`,
    TMPDIR: `${folder}/tmp`,
    XDG_RUNTIME_DIR: `${folder}/run`,
    XDG_CONFIG_HOME: `${folder}/home/.config`,
    XDG_CACHE_HOME: `${folder}/home/.cache`,
    XDG_DATA_HOME: `${folder}/home/.local/share`,
    XDG_STATE_HOME: `${folder}/home/.local/state`,
    BREAKPAD_DUMP_LOCATION: `${folder}/crashes`,
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    NO_AT_BRIDGE: '1',
    GSETTINGS_BACKEND: 'memory',
  };
}
