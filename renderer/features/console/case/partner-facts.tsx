import { useEffect, useState } from 'react';
import { type CasePartner, casePartnerSchema } from '../../../../sync/protocol/api/embed.ts';
import { Facts, Notice } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';

/** @returns undefined where the form came from no partner's page. */
export function useCasePartner(id: string): CasePartner | undefined {
  const { api } = useConsole();
  const [found, setFound] = useState<{ readonly id: string; readonly partner: CasePartner }>();
  useEffect(() => {
    let gone = false;
    void api.ask('GET', `cases/${encodeURIComponent(id)}/partner`, casePartnerSchema).then((answer) => {
      if (!gone && answer.ok) setFound({ id, partner: answer.value });
    });
    return () => {
      gone = true;
    };
  }, [api, id]);
  return found?.id === id ? found.partner : undefined;
}

/** From which site it came, and whether that site's server says so. */
export function PartnerFacts({
  partner: { partner, externalId, isVerified },
}: {
  readonly partner: CasePartner;
}) {
  const t = useMessages('console');
  return (
    <>
      <Facts
        items={[
          { term: t('partner.site'), value: <bdi>{partner}</bdi> },
          { term: t('partner.id'), value: <bdi>{externalId}</bdi> },
        ]}
      />
      <Notice tone={isVerified ? 'info' : 'warning'}>
        {t(isVerified ? 'partner.verified' : 'partner.unverified')}
      </Notice>
    </>
  );
}
