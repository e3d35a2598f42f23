import { type ReactNode, useEffect, useRef } from 'react';
import { useMessages } from '../i18n/index.ts';
import { AttractScreen } from './screens/attract/attract-screen.tsx';
import { ClosedScreen } from './screens/attract/closed-screen.tsx';
import { isStaffChord } from './screens/attract/use-hold.ts';
import { BirthDateScreen } from './screens/check-in/birth-date-screen.tsx';
import { CodeScreen } from './screens/check-in/code-screen.tsx';
import { DueScreen } from './screens/check-in/due-screen.tsx';
import { MatchedScreen } from './screens/check-in/matched-screen.tsx';
import { NameScreen } from './screens/check-in/name-screen.tsx';
import { UnmatchedScreen } from './screens/check-in/unmatched-screen.tsx';
import { WalkInScreen } from './screens/check-in/walk-in-screen.tsx';
import { ClearedScreen } from './screens/end/cleared-screen.tsx';
import { DoneScreen } from './screens/end/done-screen.tsx';
import { PauseScreen } from './screens/end/pause-screen.tsx';
import { PausedScreen } from './screens/end/paused-screen.tsx';
import { PhoneScreen } from './screens/end/phone-screen.tsx';
import { BusyScreen } from './screens/parts/busy-screen.tsx';
import { RunScreen } from './screens/run/run-screen.tsx';
import { EnrolScreen } from './screens/staff/enrol-screen.tsx';
import { StaffScreen } from './screens/staff/staff-screen.tsx';
import { isAt, useIsAt, useSend, useVisitState } from './visit/visit-context.ts';

/** States of the visit, and what each shows; the first that holds. */
const SCREENS = [
  'visit.idle.attract',
  'visit.idle.closed',
  'visit.idle.notEnrolled',
  'visit.idle.enrolling',
  'visit.beginning',
  'visit.session.checkIn.birthDate',
  'visit.session.checkIn.name',
  'visit.session.checkIn.code',
  'visit.session.checkIn.looking',
  'visit.session.checkIn.resumeDate',
  'visit.session.checkIn.resuming',
  'visit.session.checkIn.matched',
  'visit.session.checkIn.unmatched',
  'visit.session.checkIn.walkIn',
  'visit.session.due',
  'visit.session.running',
  'visit.session.arriving',
  'visit.session.done',
  'visit.session.paused',
  'visit.cleared',
  'visit.ending',
] as const;
type Shown = (typeof SCREENS)[number];

function Screen({ shown }: { readonly shown: Shown }): ReactNode {
  const t = useMessages('kiosk');
  switch (shown) {
    case 'visit.idle.attract':
    // The press is answered by its button until the shell has begun.
    case 'visit.beginning':
      return <AttractScreen />;
    case 'visit.idle.closed':
      return <ClosedScreen />;
    case 'visit.idle.notEnrolled':
    case 'visit.idle.enrolling':
      return <EnrolScreen />;
    case 'visit.session.checkIn.birthDate':
      return <BirthDateScreen key="birth-date" resuming={false} />;
    case 'visit.session.checkIn.resumeDate':
      return <BirthDateScreen key="resume-date" resuming />;
    case 'visit.session.checkIn.name':
      return <NameScreen />;
    case 'visit.session.checkIn.code':
      return <CodeScreen />;
    case 'visit.session.checkIn.looking':
    case 'visit.session.checkIn.resuming':
      return <BusyScreen title={t('looking.title')} />;
    case 'visit.session.checkIn.matched':
      return <MatchedScreen />;
    case 'visit.session.checkIn.unmatched':
      return <UnmatchedScreen />;
    case 'visit.session.checkIn.walkIn':
      return <WalkInScreen />;
    case 'visit.session.due':
      return <DueScreen />;
    case 'visit.session.running':
      return <RunScreen />;
    case 'visit.session.arriving':
      return <BusyScreen title={t('busy')} />;
    case 'visit.session.done':
      return <DoneScreen />;
    case 'visit.session.paused':
      return <PausedScreen />;
    case 'visit.cleared':
    case 'visit.ending':
      return <ClearedScreen />;
  }
}

/** The screen of the visit, and what is over it. What is below stays as it is, out of sight and reach. */
export function KioskScreens() {
  const send = useSend();
  const shown = useVisitState((snapshot) => SCREENS.find((path) => isAt(snapshot, path)));
  const pausing = useIsAt('over.pause');
  const onPhone = useIsAt('over.handOff');
  const staff = !useIsAt('staff.hidden');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isStaffChord(event)) return;
      event.preventDefault();
      send({ type: 'STAFF' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [send]);
  return (
    <>
      <Below isCovered={pausing || onPhone || staff}>{shown && <Screen shown={shown} />}</Below>
      {pausing && !staff && <PauseScreen />}
      {onPhone && !staff && <PhoneScreen />}
      {staff && <StaffScreen />}
    </>
  );
}

/** Not taken off the page: what is half typed in it is nobody's to lose. */
function Below({ isCovered, children }: { readonly isCovered: boolean; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const wasCovered = useRef(false);
  useEffect(() => {
    // Back to where one was: at the screen's heading.
    if (wasCovered.current && !isCovered) place.current?.querySelector<HTMLElement>('h1')?.focus();
    wasCovered.current = isCovered;
  }, [isCovered]);
  return (
    <div ref={place} hidden={isCovered}>
      {children}
    </div>
  );
}
