/** What each screen of the console loads: apart from the routes, which every patient's page has. */
export const frame = async () => ({ default: (await import('./frame/console-frame.tsx')).ConsoleFrame });
export const inbox = async () => ({ default: (await import('./inbox/inbox-screen.tsx')).InboxScreen });
export const caseView = async () => ({ default: (await import('./case/case-screen.tsx')).CaseScreen });
export const flood = async () => ({ default: (await import('./inbox/flood-screen.tsx')).FloodScreen });
export const today = async () => ({ default: (await import('./day/today-screen.tsx')).TodayScreen });
export const kiosks = async () => ({ default: (await import('./kiosk/kiosks-screen.tsx')).KiosksScreen });
export const outbox = async () => ({ default: (await import('./outbox/outbox-screen.tsx')).OutboxScreen });
export const patients = async () => ({
  default: (await import('./patients/patients-screen.tsx')).PatientsScreen,
});
export const patient = async () => ({
  default: (await import('./patients/patient-screen.tsx')).PatientScreen,
});
export const orders = async () => ({
  default: (await import('./order-desk/orders-screen.tsx')).OrdersScreen,
});
export const order = async () => ({ default: (await import('./order-desk/order-screen.tsx')).OrderScreen });
export const slip = async () => ({ default: (await import('./order-desk/slip-screen.tsx')).SlipScreen });
