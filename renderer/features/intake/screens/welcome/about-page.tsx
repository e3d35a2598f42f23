import { useState } from 'react';
import { canRaiseAlert } from '../../../../../sync/domain/intake/identity.ts';
import type { PatientDetails } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import { Notice } from '../../../../design/basic/status/notice.tsx';
import { useFieldErrors } from '../../../../design/controls/fields/field-errors.ts';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { useFlowFrame } from '../../flow/run/flow-frame.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import type { Who } from '../../flow/run/intake-run-contract.ts';
import { useDetails, useFlow } from '../../flow/run/use-run.ts';
import { useRunHolder } from '../run/run-holder.tsx';
import { useContact } from './contact-fields.tsx';
import type { DetailFields } from './detail-fields.ts';
import { WelcomePage } from './welcome-page.tsx';
import { useWho } from './who-fields.tsx';

/** Who somebody is and how they are answered: one page on a phone, two where nothing scrolls. */
export function AboutPage({ run }: { readonly run: IntakeRun }) {
  const frame = useFlowFrame();
  return frame ? <InTwo run={run} /> : <InOne run={run} />;
}

/** What the fields say, with what is wrong shown. */
function useReading() {
  const { errors, show, clear } = useFieldErrors<string>();
  return {
    shown: { errors, clear },
    async read<Value>(group: DetailFields<Value>): Promise<Value | undefined> {
      const { faults, value } = await group.read();
      return show(faults) ? value : undefined;
    },
    show,
  };
}

function InOne({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('welcome');
  const { name: vendor } = usePack();
  const { shown, show } = useReading();
  const who = useWho(run);
  const contact = useContact(run);
  const submit = async () => {
    const [person, way] = [await who.read(), await contact.read()];
    if (!show({ ...person.faults, ...way.faults }) || !person.value || !way.value) return;
    await run.giveAbout({ ...person.value, contact: way.value });
  };
  return (
    <WelcomePage run={run} title={t('about.title')} lead={t('about.lead', { vendor })} onSubmit={submit}>
      <UrgentAnswers />
      {who.fields(shown)}
      {contact.fields(shown)}
    </WelcomePage>
  );
}

function InTwo({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('welcome');
  const { settings, name: vendor } = usePack();
  const { patient } = useDetails(run);
  const returning = useFlow(run, (context) => context.returnTo !== null);
  const [person, setPerson] = useState(() => (returning ? undefined : whoOf(patient)));
  const { shown, read } = useReading();
  const who = useWho(run);
  const contact = useContact(run);
  if (!person) {
    return (
      <WelcomePage
        run={run}
        title={t(settings.proxyAllowed ? 'who.title' : 'who.titleSelf')}
        lead={t(settings.proxyAllowed ? 'who.lead' : 'who.leadSelf')}
        onSubmit={async () => {
          const given = await read(who);
          if (given && (await run.keepWho(given))) setPerson(given);
        }}
      >
        {who.fields(shown)}
      </WelcomePage>
    );
  }
  const submit = async () => {
    const way = await read(contact);
    if (way) await run.giveAbout({ ...person, contact: way });
  };
  return (
    <WelcomePage
      run={run}
      title={t('contact.title')}
      lead={t('contact.lead', { vendor })}
      onSubmit={submit}
      onBack={() => setPerson(undefined)}
    >
      {contact.fields(shown)}
      <UrgentAnswers />
    </WelcomePage>
  );
}

/** What the first page gave, in a form that was left on the second. */
function whoOf(patient: Partial<PatientDetails>): Who | undefined {
  const { givenName, familyName, birthDate, sexAtBirth, answeredBy, proxyName } = patient;
  if (!givenName || !familyName || !birthDate || !sexAtBirth || !answeredBy) return undefined;
  return { givenName, familyName, birthDate, sexAtBirth, answeredBy, ...(proxyName ? { proxyName } : {}) };
}

/** Said before the first question, because nobody is asked once more when it happens. */
export function UrgentAnswers() {
  const t = useMessages('welcome');
  const { rules, name: vendor } = usePack();
  const { offered } = useRunHolder();
  if (!canRaiseAlert(offered.canonical, rules)) return null;
  return (
    <Notice tone="safety" title={t('consent.crisis')}>
      {t('consent.crisisText', { vendor })}
    </Notice>
  );
}
