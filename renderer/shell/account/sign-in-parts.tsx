/** What the steps of each way to sign in share. */
import type { ReactNode } from 'react';
import { OptionalPart } from '../../base/optional-part.tsx';
import { StatusLine } from '../../design/basic/status/status-line.tsx';
import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { PasskeyProblemLine } from '../passkeys/passkey-problem.tsx';
import styles from './sign-in.module.css';
import { OWNER_ID, type SignIn, type SignInProblem } from './use-sign-in.ts';

export interface Steps {
  readonly signIn: SignIn;
}

/** Its height stays, so that neither a step nor an error moves the button that was pressed. */
interface StepFormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export function StepForm({ onSubmit, children }: StepFormProps) {
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

export function useProblemText(): (problem: SignInProblem | undefined) => string | undefined {
  const t = useMessages('account');
  const { name: vendor } = usePack();
  return (problem) => problem && t(problem.key, { vendor, minutes: problem.minutes ?? 0 });
}

/** What the request came to, or that nothing was chosen right above; its room is kept free. */
export function RequestProblem({ signIn: { problem, refused } }: Steps) {
  const text = useProblemText();
  const told = problem?.at === undefined || problem.at === OWNER_ID ? problem : undefined;
  return (
    <div role="alert" className={styles.request}>
      {told && (
        <StatusLine status={told.key === 'failed.offline' ? 'offline' : 'attention'}>{text(told)}</StatusLine>
      )}
      {refused && (
        <OptionalPart>
          <PasskeyProblemLine problem={refused} />
        </OptionalPart>
      )}
    </div>
  );
}

export function DeviceChoice({ signIn }: Steps) {
  const t = useMessages('account');
  return (
    <ChoiceRows
      id={OWNER_ID}
      label={t('device.title')}
      options={[
        { id: 'own', label: t('device.own'), description: t('device.ownText') },
        { id: 'shared', label: t('device.shared'), description: t('device.sharedText') },
      ]}
      value={signIn.owner}
      onChange={(id) => signIn.chooseOwner(id === 'own' ? 'own' : 'shared')}
      isRequired
    />
  );
}
