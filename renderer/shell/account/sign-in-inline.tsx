import { classes } from '../../base/classes.ts';
import { Stack } from '../../design/basic/layout/stack.tsx';
import { Heading } from '../../design/basic/text/heading.tsx';
import { useMessages } from '../../i18n/index.ts';
import styles from './sign-in.module.css';
import { SignInSteps } from './sign-in-steps.tsx';
import { type SignInOptions, useSignIn } from './use-sign-in.ts';

/** The same steps within a page that is of no use without them. */
export function SignInInline(options: SignInOptions) {
  const t = useMessages('account');
  const signIn = useSignIn(options);
  const title = signIn.step === 'code' ? 'code.title' : signIn.proof ? 'proof.title' : 'title';
  return (
    <Stack
      gap={3}
      as="section"
      aria-label={t(title)}
      className={classes(styles.inline, signIn.proof && styles.proof)}
    >
      <Heading level={2} size="m">
        {t(title)}
      </Heading>
      <SignInSteps signIn={signIn} />
    </Stack>
  );
}
