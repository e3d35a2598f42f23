/** An answer in a model's words, as the server passes it on: line by line. */
import {
  type AssistantEvent,
  type AssistantQuestion,
  assistantEventSchema,
} from '../../../sync/protocol/api/assistant.ts';

export type ModelSentence = Extract<AssistantEvent, { readonly type: 'sentence' }>;
type End = Extract<AssistantEvent, { readonly type: 'end' }>['reason'];

/** @throws where the network fails, or whoever asked has stopped it */
export async function modelAnswer(
  question: AssistantQuestion,
  onSentence: (sentence: ModelSentence) => void,
  signal: AbortSignal,
): Promise<End | 'limited'> {
  const response = await window.fetch('/api/assistant/answers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal,
  });
  if (response.status === 429) return 'limited';
  if (!response.ok || !response.body) return 'unavailable';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return 'unavailable';
    const lines = `${rest}${value}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = assistantEventSchema.parse(JSON.parse(line));
      if (event.type === 'end') return event.reason;
      onSentence(event);
    }
  }
}
