import { ButtonLink } from '../../design/basic/actions/links.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { useDrafts, useLockState, usePack } from '../../device/provider/platform-provider.tsx';
import { useLocalized, useMessages } from '../../i18n/index.ts';
import { useFormFacts } from '../../shell/frame/form-facts.tsx';

/** The one action of the page: go on with what was begun, else begin. */
export function FirstStep() {
  const t = useMessages('shell');
  const read = useLocalized();
  const factsOf = useFormFacts();
  const { drafts } = useDrafts();
  // What is locked is not named.
  const locked = useLockState() === 'locked';
  const { slug, status, questionnaires } = usePack();
  const open = questionnaires.filter((form) => form.status === 'open');
  const draft = drafts?.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))[0];
  const begun = !locked && draft && questionnaires.find((form) => form.slug === draft.questionnaireSlug);

  if (begun) {
    const name = draft.owner === 'shared' ? t('unfinished.someForm') : read(begun.title);
    return (
      <ButtonLink
        size="l"
        to="/connect/$vendor/questionnaire/$questionnaire"
        params={{ vendor: slug, questionnaire: begun.slug }}
      >
        {t('unfinished.continue', { form: name })}
      </ButtonLink>
    );
  }
  const [only] = open;
  if (status !== 'open' || !only) return null;
  if (open.length > 1) {
    return (
      <ButtonLink size="l" href="#forms">
        {t('home.choose')}
      </ButtonLink>
    );
  }
  const { minutes, price } = factsOf(only);
  return (
    <>
      <ButtonLink
        size="l"
        to="/connect/$vendor/questionnaire/$questionnaire"
        params={{ vendor: slug, questionnaire: only.slug }}
      >
        {read(only.title)}
      </ButtonLink>
      <Text size="xs" tone="soft">
        {minutes} · <bdi>{price}</bdi>
      </Text>
    </>
  );
}
