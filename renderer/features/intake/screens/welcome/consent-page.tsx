import { readLocalized } from '../../../../../sync/domain/languages.ts';
import { consentStatuses } from '../../../../../sync/domain/legal/consents.ts';
import { Notice, Text, TextLink } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { CheckboxRow } from '../../../../design/controls/choices/checkbox-row.tsx';
import { useFieldErrors } from '../../../../design/controls/fields/field-errors.ts';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { languageAttributes, useFormat, useLanguage, useMessages } from '../../../../i18n/index.ts';
import { decide } from '../../flow/details/consent-state.ts';
import { useFlowFrame } from '../../flow/run/flow-frame.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useDetails } from '../../flow/run/use-run.ts';
import styles from '../parts/screens.module.css';
import { useTyped } from '../parts/use-typed.ts';
import { useRunHolder } from '../run/run-holder.tsx';
import { UrgentAnswers } from './about-page.tsx';
import { WelcomePage } from './welcome-page.tsx';

/** One box per purpose, none ticked beforehand, each beside the very version that it is about. */
export function ConsentPage({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('welcome');
  const flow = useMessages('flow');
  const { language } = useLanguage();
  const format = useFormat();
  const { slug, legal } = usePack();
  const { offered } = useRunHolder();
  const { consents } = useDetails(run);
  const frame = useFlowFrame();
  const statuses = consentStatuses(offered.consents, legal, consents);
  const [ticked, setTicked] = useTyped<ReadonlySet<string>>(
    run,
    'consents',
    // Given before for these very texts: asked halfway, only what has changed is open again.
    new Set(statuses.filter(({ state }) => state === 'given').map(({ request }) => request.document)),
  );
  const { errors, show, clear } = useFieldErrors<string>();
  const outdated = statuses.some(({ state }) => state === 'outdated');
  const decisions = () => decide(offered.consents, legal, ticked, language, new Date());
  const submit = () => {
    const open = offered.consents.filter(({ required, document }) => required && !ticked.has(document));
    if (show(Object.fromEntries(open.map(({ document }) => [`consent-${document}`, t('consent.missing')])))) {
      run.giveConsents(decisions(), true);
    }
  };
  return (
    <WelcomePage
      run={run}
      title={t('consent.title')}
      lead={t('consent.lead')}
      long
      onSubmit={submit}
      actionLabel={t('consent.agree')}
      secondary={
        <Button
          variant="quiet"
          onPress={() =>
            run.giveConsents(decide(offered.consents, legal, new Set(), language, new Date()), false)
          }
        >
          {t('consent.decline')}
        </Button>
      }
    >
      <UrgentAnswers />
      {outdated && <Notice title={t('consent.outdated')}>{t('consent.outdatedText')}</Notice>}
      <div className={styles.boxes}>
        {statuses.length > 1 && (
          <CheckboxRow
            id="consent-all"
            label={<strong>{t('consent.all')}</strong>}
            isSelected={statuses.every(({ request }) => ticked.has(request.document))}
            onChange={(selected) => {
              setTicked(new Set(selected ? statuses.map(({ request }) => request.document) : []));
              for (const { request } of statuses) clear(`consent-${request.document}`);
            }}
          />
        )}
        {statuses.map(({ request, document }) => {
          const statement = readLocalized(request.statement, language);
          const title = document && readLocalized(document.title, language);
          const id = `consent-${request.document}`;
          return (
            <CheckboxRow
              key={request.document}
              id={id}
              label={
                <span {...languageAttributes(statement, language)}>
                  {statement.text}
                  {!request.required && ` ${flow('runner.optional')}`}
                </span>
              }
              isSelected={ticked.has(request.document)}
              onChange={(selected) => {
                const next = new Set(ticked);
                if (selected) next.add(request.document);
                else next.delete(request.document);
                setTicked(next);
                clear(id);
              }}
              error={errors[id]}
              detail={
                document &&
                title && (
                  <span className={styles.documents}>
                    {frame ? (
                      <frame.Document slug={document.slug}>
                        <span {...languageAttributes(title, language)}>{title.text}</span>
                      </frame.Document>
                    ) : (
                      <TextLink
                        to="/connect/$vendor/$legal"
                        params={{ vendor: slug, legal: document.slug }}
                        target="_blank"
                        rel="noopener"
                      >
                        <span {...languageAttributes(title, language)}>{title.text}</span>
                      </TextLink>
                    )}
                    <Text as="span" size="xs" tone="soft">
                      {t('consent.version', {
                        version: document.version,
                        date: format.calendarDate(document.effectiveFrom),
                      })}
                    </Text>
                  </span>
                )
              }
            />
          );
        })}
      </div>
    </WelcomePage>
  );
}
