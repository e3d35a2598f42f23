import { ChoiceRows } from '../../../design/controls/choices/choice-rows.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';

interface PurposeChoiceProps {
  readonly signsIn: boolean;
  /** Whether it could. */
  readonly canSignIn: boolean;
  readonly onChange: (signsIn: boolean) => void;
}

/** What a number is for: to sign in by, or to be reached at alone. */
export function PurposeChoice({ signsIn, canSignIn, onChange }: PurposeChoiceProps) {
  const t = useMessages('phone');
  const { name: vendor } = usePack();
  return (
    <ChoiceRows
      id="phone-use"
      label={t('use.label')}
      options={[
        {
          ...{ id: 'signsIn', label: t('use.signsIn') },
          description: canSignIn ? t('use.signsInText') : t('noBirthDate', { vendor }),
        },
        { id: 'contact', label: t('use.contact'), description: t('use.contactText') },
      ]}
      value={signsIn ? 'signsIn' : 'contact'}
      onChange={(id) => onChange(id === 'signsIn')}
      isRequired
    />
  );
}
