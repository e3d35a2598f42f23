import { useEffect, useState } from 'react';
import { formOf } from '../../../../../sync/protocol/operations/about.ts';
import { intakeSubmit } from '../../../../../sync/protocol/operations/intake-submit.ts';
import type { IntakeSubmit } from '../../../../../sync/protocol/operations/payloads/intake-submit.ts';
import { classes } from '../../../../base/classes.ts';
import { Art } from '../../../../design/basic/index.ts';
import {
  useDeliveries,
  useLockState,
  usePack,
  usePlatform,
  useStorageReport,
} from '../../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../../device/use-offline.ts';
import type { Delivery } from '../../../../platform/contract/contract.ts';
import { VendorPage } from '../../../../shell/frame/vendor-page.tsx';
import { PendingScreen } from '../../../../shell/pending-screen.tsx';
import { stageOf } from '../../flow/run/flow-actors.ts';
import { useRunHolder } from '../run/run-holder.tsx';
import { SentForm } from './sent-form.tsx';
import styles from './success.module.css';

/** The latest submission of this form that this person may see: of this very run, or on a device of their own. */
export function latestSubmission(
  deliveries: readonly Delivery[],
  slug: string,
  opId: string | undefined,
): Delivery | undefined {
  const sent = deliveries.filter(
    (delivery) => delivery.kind === 'intake.submit' && formOf(delivery) === slug,
  );
  return (
    sent.find((delivery) => delivery.opId === opId) ??
    sent.toSorted((one, other) => other.queuedAt.localeCompare(one.queuedAt))[0]
  );
}

export function SuccessScreen() {
  const { brand } = usePack();
  const platform = usePlatform();
  const { offered, run, go } = useRunHolder();
  const deliveries = useDeliveries();
  const sentHere = run?.delivery.get();
  // A shared device forgets a received form at once; the run that sent it still shows that it arrived.
  const delivery = deliveries && (latestSubmission(deliveries, offered.slug, sentHere?.opId) ?? sentHere);
  const [read, setRead] = useState<{ readonly of: string; readonly copy: IntakeSubmit | undefined }>();
  const opId = delivery?.opId;
  const offline = useOffline();
  const report = useStorageReport();
  // Offline, where nothing has stored it: no room is kept for a broken picture.
  const [artless, setArtless] = useState(false);
  // The copy opens with the patient's lock, and closes with it.
  const lock = useLockState();
  const wanted = `${opId} ${lock}`;
  const copy = read?.of === wanted ? read.copy : undefined;
  useEffect(() => {
    if (opId === undefined) return;
    let gone = false;
    void (async () => {
      const found = await (await platform).deliveries.copy(intakeSubmit, opId);
      if (!gone) setRead({ of: wanted, copy: found });
    })().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [platform, opId, wanted]);
  useEffect(() => {
    if (deliveries && !delivery) go('landing', 'nothing-sent');
  }, [deliveries, delivery, go]);
  if (!delivery) return <PendingScreen />;
  // The page itself says that this form waits; the banner would say it twice.
  const queued = stageOf(delivery) === 'queued';
  const contact =
    copy?.patient.contact ??
    (sentHere?.opId === delivery.opId ? run?.details.get().patient.contact : undefined);
  const isPanel = brand.layout?.receipt === 'panel';
  return (
    <VendorPage
      width={isPanel ? 'wide' : 'column'}
      art={
        artless || isPanel ? undefined : (
          <div
            className={classes(styles.art, styles[brand.layout?.receipt ?? 'plain'])}
            onErrorCapture={() => setArtless(true)}
          >
            <Art src={brand.art.success} width={640} height={520} priority />
          </div>
        )
      }
      banner={!(offline && queued) || report?.mode === 'memory'}
    >
      <SentForm delivery={delivery} copy={copy} contact={contact} isBeside={isPanel} />
    </VendorPage>
  );
}
