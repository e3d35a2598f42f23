/** What staff see of codes by text: how many were sent, and how many came back. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type TextUse, textUseSchema } from '../../../protocol/api/messages.ts';
import { staffOf } from '../../http/access/access.ts';
import { staffMay } from '../../http/console-scope.ts';
import type { TextDays } from './text-days.ts';

export function addTextConsoleRoutes(scope: FastifyInstance, days: Pick<TextDays, 'recent'>): void {
  const console = scope.withTypeProvider<ZodTypeProvider>();
  console.get(
    '/texts',
    { config: staffMay('texts.read'), schema: { response: { 200: textUseSchema } } },
    async (request): Promise<TextUse> => ({ days: [...(await days.recent(staffOf(request).vendor))] }),
  );
}
