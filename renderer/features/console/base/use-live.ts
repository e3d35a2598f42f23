import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Failure } from './api-answer.ts';
import { useConsole } from './console-context.ts';

export interface Live<Value> {
  /** As the server had it last; undefined before the first answer. */
  readonly value?: Value;
  /** Of the last look; what was seen before it stays. */
  readonly failure?: Failure;
}

export interface LiveActions<Value> {
  refresh(): void;
  /** What a request of this screen's own was answered: newer than any look that is still under way. */
  show(value: Value): void;
}

/** What the server has, looked at again whenever something may be new. @param read stays the same from one render to the next. */
export function useLive<Value>(
  read: () => Promise<Answer<Value>>,
): readonly [Live<Value>, LiveActions<Value>] {
  const { events } = useConsole();
  const [live, setLive] = useState<Live<Value>>({});
  const turn = useRef(0);
  const refresh = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    void read().then((answer) => {
      if (mine !== turn.current) return;
      setLive((before) => (answer.ok ? { value: answer.value } : { ...before, failure: answer.failure }));
    });
  }, [read]);
  const show = useCallback((value: Value) => {
    turn.current += 1;
    setLive({ value });
  }, []);
  useEffect(() => {
    refresh();
    const end = events.subscribe(refresh);
    return () => {
      end();
      turn.current += 1;
    };
  }, [events, refresh]);
  return [live, { refresh, show }];
}
