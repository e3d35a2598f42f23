import { type ReactNode, useState } from 'react';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { Dialog, Sheet } from '../../../design/controls/overlays/dialog.tsx';
import type { SessionFailure } from '../../../platform/contract/account.ts';
import { type Failure, FailureLine } from '../base/failure-line.tsx';
import { type Owner, Prove } from './prove.tsx';

interface ConfirmProvedProps {
  readonly title: string;
  readonly action: string;
  readonly cancel: string;
  readonly owner: Owner;
  /** The request; `done`: the caller has been told. */
  readonly run: () => Promise<{ readonly status: 'done' | 'proof-too-old' } | SessionFailure>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks first; who has been signed in for a while shows once more that it is them. */
export function ConfirmProved({ title, action, cancel, owner, run, onClose, children }: ConfirmProvedProps) {
  const [unproved, setUnproved] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const start = async () => {
    setUnproved(false);
    setBusy(true);
    setFailure(undefined);
    try {
      const { status } = await run();
      if (status === 'done') return;
      if (status === 'session-ended') return onClose();
      if (status === 'proof-too-old') setUnproved(true);
      else setFailure(status);
    } catch {
      setFailure('offline');
    }
    setBusy(false);
  };
  if (unproved) {
    return (
      <Sheet isOpen onOpenChange={onClose} title={title}>
        <Prove owner={owner} onProved={() => void start()} />
      </Sheet>
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <BusyButton variant="danger" size="l" busy={busy} onPress={() => void start()}>
            {action}
          </BusyButton>
          <Button variant="secondary" size="l" onPress={onClose}>
            {cancel}
          </Button>
        </>
      }
    >
      {children}
      <div role="alert">{failure && <FailureLine failure={failure} />}</div>
    </Dialog>
  );
}
