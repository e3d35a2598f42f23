import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { Disclosure, Notice } from '../../../design/basic/index.ts';
import { type MessageKey, useMessages } from '../../../i18n/index.ts';

type Held = NonNullable<CaseDetail['item']['held']>;

const words: Readonly<Record<string, MessageKey<'console'>>> = {
  ENVELOPE_UNREADABLE: 'held.unreadable',
  ENVELOPE_HASH_MISMATCH: 'held.unreadable',
  CONTENT_OUT_OF_BOUNDS: 'held.outOfBounds',
  FORM_TOO_SLOW: 'held.tooSlow',
  PAYLOAD_INVALID: 'held.payload',
  OPERATION_INVALID: 'held.payload',
  KIND_UNKNOWN: 'held.newer',
  VERSION_UNKNOWN: 'held.newer',
  OPERATION_CHANGED: 'held.changed',
  WRONG_VENDOR: 'held.wrongVendor',
  VENDOR_NOT_FOUND: 'held.wrongVendor',
  SESSION_MISMATCH: 'held.session',
  PREDECESSOR_HELD: 'held.predecessor',
  QUESTIONNAIRE_UNKNOWN: 'held.form',
  ANSWERS_INVALID: 'held.answers',
  AGE_NOT_MET: 'held.age',
  AREA_NOT_SERVED: 'held.area',
  AREA_LIVE_VISIT_REQUIRED: 'held.live',
  CONSENT_REQUIRED: 'held.consent',
  CONSENT_OUTDATED: 'held.consentOutdated',
  HARD_STOP: 'held.stop',
  JUDGING_FAILED: 'held.judging',
};

/** Why it broke a rule, in plain words, and what to do; the server's own words for anyone who has to look deeper. */
export function HeldNotice({ problem }: { readonly problem: Held }) {
  const t = useMessages('console');
  const details = problem.errors ?? [];
  return (
    <Notice tone="warning" title={t('held.title')}>
      <p>{t(words[problem.code] ?? 'held.other')}</p>
      <Disclosure look="inline" summary={t('held.details')}>
        <ul lang="en" dir="ltr">
          <li>
            {problem.title} ({problem.code})
          </li>
          {problem.detail !== undefined && <li>{problem.detail}</li>}
          {details.map(({ pointer, detail }) => (
            <li key={`${pointer} ${detail}`}>
              <code>{pointer}</code> {detail}
            </li>
          ))}
        </ul>
      </Disclosure>
    </Notice>
  );
}
