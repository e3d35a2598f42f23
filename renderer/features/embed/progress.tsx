import { useEffect } from 'react';
import {
  type FlowRoute,
  type IntakeRun,
  useDelivery,
  useFlow,
  usePosition,
  useRunHolder,
} from '../intake/in-place.ts';
import type { HostChannel } from './frame/host-channel.ts';

interface ProgressProps {
  readonly channel: HostChannel;
  readonly route: FlowRoute;
  readonly externalId: string | undefined;
}

/** Tells the page around the frame how far the form is: places and ends, and nothing of an answer. */
export function Progress(props: ProgressProps) {
  const { run } = useRunHolder();
  return run ? <Told run={run} {...props} /> : null;
}

function Told({ run, channel, route, externalId }: ProgressProps & { readonly run: IntakeRun }) {
  const position = usePosition(run);
  const step = useFlow(run, (context) => context.step);
  const token = useDelivery(run)?.opId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page and each question is told
  useEffect(() => {
    if (route === 'success') return;
    const steps = run.steps();
    const index =
      position === 'intake.answering' ? steps.findIndex(({ id }) => id === run.currentStep()?.id) + 1 : 0;
    channel.say({ type: 'step', index, total: steps.length });
  }, [run, channel, route, position, step]);
  const hasStopped = position === 'hardStop';
  useEffect(() => {
    if (hasStopped) channel.say({ type: 'hardstop' });
  }, [hasStopped, channel]);
  const isSent = route === 'success' && token !== undefined;
  useEffect(() => {
    if (isSent)
      channel.say({ type: 'submitted', token, ...(externalId === undefined ? {} : { externalId }) });
  }, [isSent, token, externalId, channel]);
  return null;
}
