import { type SubmitEvent, useId, useState } from 'react';
import { type InboxView, inboxSorts, inboxStates } from '../../../../sync/protocol/api/inbox.ts';
import { NativeButton } from '../../../design/basic/index.ts';
import { useLocalized, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import type { InboxState } from '../base/inbox-feed.ts';
import { MAX_VIEWS, usePreferences } from '../base/preferences.ts';
import styles from './view-bar.module.css';

export const ALL_OPEN: InboxView = { filter: 'open', sort: 'urgent' };

interface ViewBarProps {
  readonly view: InboxView;
  readonly forms: NonNullable<InboxState['forms']>;
  readonly onChange: (view: InboxView) => void;
}

const isNarrowed = ({ state, waitingOn, mine, form, sort }: InboxView) =>
  state !== undefined ||
  waitingOn !== undefined ||
  mine !== undefined ||
  form !== undefined ||
  sort !== 'urgent';

/** Without what isn't set, so that two views that are the same look the same. */
export function cleanView(
  view: { readonly [Key in keyof InboxView]?: InboxView[Key] | undefined },
): InboxView {
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined)) as InboxView;
}
const inboxViewKeys = ['filter', 'state', 'waitingOn', 'mine', 'form', 'sort'] as const;
const same = (one: InboxView, other: InboxView) => inboxViewKeys.every((key) => one[key] === other[key]);

/** What the list is narrowed to, its order, and lists that one has kept. */
export function ViewBar({ view, forms, onChange }: ViewBarProps) {
  const t = useMessages('console');
  const localized = useLocalized();
  const change = (part: Parameters<typeof cleanView>[0]) => onChange(cleanView({ ...view, ...part }));
  return (
    <fieldset className={styles.bar} aria-label={t('view.label')}>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={view.mine === '1'}
        onClick={() => change({ mine: view.mine === '1' ? undefined : '1' })}
      >
        {t('view.mine')}
      </button>
      <Pick
        label={t('view.state')}
        value={view.state}
        options={inboxStates.map((state) => [state, t(`care.${state}`)])}
        onPick={(id) => change({ state: inboxStates.find((state) => state === id) })}
      />
      <Pick
        label={t('view.waitingOn')}
        value={view.waitingOn}
        options={[
          ['clinic', t('view.waitingOn.clinic')],
          ['patient', t('view.waitingOn.patient')],
        ]}
        onPick={(id) => change({ waitingOn: id === 'clinic' || id === 'patient' ? id : undefined })}
      />
      {forms.length > 1 && (
        <Pick
          label={t('view.form')}
          value={view.form}
          options={forms.map(({ slug, title }) => [slug, localized(title)])}
          onPick={(form) => change({ form })}
        />
      )}
      <Pick
        label={t('view.sort')}
        value={view.sort}
        isAlways
        options={inboxSorts.map((sort) => [sort, t(`view.sort.${sort}`)])}
        onPick={(id) => change({ sort: inboxSorts.find((sort) => sort === id) ?? 'urgent' })}
      />
      {isNarrowed(view) && (
        <NativeButton variant="quiet" className={styles.small} onClick={() => onChange(ALL_OPEN)}>
          {t('view.clear')}
        </NativeButton>
      )}
      <Kept view={view} onChange={onChange} />
    </fieldset>
  );
}

interface PickProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [string, string])[];
  readonly onPick: (id: string | undefined) => void;
  /** One of them is always chosen. */
  readonly isAlways?: true;
}

function Pick({ label, value, options, onPick, isAlways }: PickProps) {
  const id = useId();
  const t = useMessages('console');
  return (
    <span className={styles.pick} data-set={(value !== undefined && !isAlways) || undefined}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onPick(target.value === '' ? undefined : target.value)}
      >
        {!isAlways && <option value="">{t('view.any')}</option>}
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}

const focusFirst = (input: HTMLInputElement | null) => input?.focus();

/** Views that were given a name: this person's, in this browser. */
function Kept({ view, onChange }: Omit<ViewBarProps, 'forms'>) {
  const t = useMessages('console');
  const { vendor, session } = useConsole();
  const [{ views }, prefer] = usePreferences(vendor, session.staff.email);
  const [name, setName] = useState<string>();
  const kept = views.find((one) => same(one.view, view));
  const keep = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = name?.trim() ?? '';
    if (typed !== '')
      prefer({ views: [...views.filter((one) => one.name !== typed), { name: typed, view }] });
    setName(undefined);
  };
  return (
    <span className={styles.kept}>
      {views.map((one) => (
        <button
          key={one.name}
          type="button"
          className={styles.toggle}
          aria-pressed={one === kept}
          onClick={() => onChange(one === kept ? ALL_OPEN : one.view)}
        >
          <bdi>{one.name}</bdi>
        </button>
      ))}
      {kept && (
        <NativeButton
          variant="quiet"
          className={styles.small}
          onClick={() => prefer({ views: views.filter((one) => one !== kept) })}
        >
          {t('view.remove')}
        </NativeButton>
      )}
      {!kept && isNarrowed(view) && views.length < MAX_VIEWS && name === undefined && (
        <NativeButton variant="quiet" className={styles.small} onClick={() => setName('')}>
          {t('view.keep')}
        </NativeButton>
      )}
      {name !== undefined && (
        <form className={styles.name} onSubmit={keep}>
          <input
            ref={focusFirst}
            aria-label={t('view.name')}
            placeholder={t('view.name')}
            maxLength={40}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && setName(undefined)}
          />
          <NativeButton type="submit" variant="secondary" className={styles.small}>
            {t('view.save')}
          </NativeButton>
        </form>
      )}
    </span>
  );
}
