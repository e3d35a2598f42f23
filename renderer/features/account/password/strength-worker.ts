/** The worker of `strength.ts`. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import type { StrengthQuestion } from './strength.ts';

const meter = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

addEventListener('message', ({ data }: MessageEvent<StrengthQuestion>) => {
  postMessage(meter.check(data.password, [...data.known]).score);
});
