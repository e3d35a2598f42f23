/** What each role of a clinic's staff may do: the one table that the server asks and the console shows. */
export const staffRoles = ['owner', 'clinician', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];

const everyone: readonly StaffRole[] = staffRoles;
const careTeam: readonly StaffRole[] = ['owner', 'clinician'];

/** In the order in which staff read them. */
export const ROLES_BY_PERMISSION = {
  /** See the inbox, cases, alerts and photos, and search them. */
  'cases.read': everyone,
  /** Review cases, acknowledge alerts, dismiss and block what is too much, and undo it. */
  'cases.decide': careTeam,
  /** Ask, prescribe, decline and refer. */
  'care.decide': careTeam,
  /** Find patients and open them. */
  'patients.read': everyone,
  /** Merge patients, and undo it. */
  'patients.merge': careTeam,
  /** See a patient's identity document, and say whether it is theirs. */
  'identity.check': careTeam,
  /** See who is expected today, and unfinished forms. */
  'day.read': everyone,
  /** Add, import and remove appointments, and release an unfinished form. */
  'day.manage': careTeam,
  /** See orders, and search them. */
  'orders.read': everyone,
  /** Record what was paid at the desk, prepare and ship, and enter tracking numbers. */
  'orders.fulfill': careTeam,
  /** Cancel an order, and give money back. */
  'orders.refund': careTeam,
  /** See the kiosks and how they are. */
  'kiosks.read': everyone,
  /** Add kiosks, set, restart and sign them out. */
  'kiosks.manage': careTeam,
  /** See how many codes went out by text, and how many came back. */
  'texts.read': everyone,
  /** Read what a demo vendor's server has written instead of sending it: codes that sign patients in are among it. */
  'outbox.read': careTeam,
  /** See a call for help, and go. */
  'help.answer': everyone,
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>;

export type Permission = keyof typeof ROLES_BY_PERMISSION;
export const permissions = Object.keys(ROLES_BY_PERMISSION) as readonly Permission[];

export const may = (role: StaffRole, permission: Permission): boolean =>
  ROLES_BY_PERMISSION[permission].includes(role);
