/** The senders of a client, and the order in which they go: one for the lanes of each urgent kind, one for the rest, one for photos. */
import { isUrgent, operationOf, urgentLanes } from '../protocol/operations/registry.ts';
import { createUploader, type UploaderDependencies } from './blobs/uploader.ts';
import { createSender, type SenderDependencies } from './outbox/sender.ts';

export type SendersDependencies = UploaderDependencies &
  Omit<SenderDependencies, 'lock' | 'takes' | 'onWake'>;

export interface Senders {
  /** @param force ignores every wait. */
  send(force?: boolean, forceUrgent?: boolean): Promise<void>;
  /** After a pause of random length: every device of a restored server does the same now. */
  plan(): void;
  stop(): Promise<void>;
}

export function createSenders(dependencies: SendersDependencies): Senders {
  const { vendor } = dependencies;
  const shared = { ...dependencies, onWake: () => void send() };
  const urgent = urgentLanes().map((lane) =>
    createSender({
      ...shared,
      lock: `v:${vendor}:outbox:${lane}`,
      takes: ({ kind }) => isUrgent(kind) && operationOf(kind)?.lane === lane,
    }),
  );
  const others = createSender({
    ...shared,
    lock: `v:${vendor}:outbox`,
    takes: ({ kind }) => !isUrgent(kind),
  });
  const urgentHoldsBack = () => urgent.some((sender) => sender.holdsOthersBack());

  const uploads = createUploader({
    ...dependencies,
    onUploaded: () => {
      dependencies.onUploaded();
      if (!urgentHoldsBack()) void others.kick();
    },
  });

  /**
   * What is urgent first, and in a request of its own; photos and the rest follow whatever the server made of it. Where it wasn't reached at all
   * they wait for its next try: they would fail alike, or, on a line that comes back just now, overtake it. So they do while another
   * tab, or the service worker that the same network woke, has it on the line.
   */
  async function send(force = false, forceUrgent = force): Promise<void> {
    await Promise.all(urgent.map((sender) => sender.kick(forceUrgent)));
    if (urgentHoldsBack()) return;
    void uploads.kick(force);
    await others.kick(force);
  }

  const all = [...urgent, others, uploads];
  return {
    send,
    plan() {
      for (const each of all) each.plan();
    },
    async stop() {
      await Promise.all(all.map((each) => each.stop()));
    },
  };
}
