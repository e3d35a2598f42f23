import { createContext, type ReactNode } from 'react';

/** What the header shows of the patient's account: the app brings it. A kiosk brings nothing, and so has nothing of it in its build. */
export const HeaderAccount = createContext<ReactNode>(null);
