/** What a kiosk knows of itself after a restart, and nothing of any patient. */
import { z } from 'zod/mini';
import { createSmallFiles, type SmallFiles } from '../../clinic/small-file.ts';
import type { KioskHost } from '../../hosts/host.ts';
import { RESTART_REASONS } from '../../log/events.ts';

export const MEMORY_FILE = 'kiosk.json';
export const KIOSK_FOLDER = 'kiosk';

const memorySchema = z.object({
  v: z.literal(1),
  /** Staff have closed it. */
  closed: z.boolean(),
  /** Why it is started next: said once, and forgotten. */
  restart: z.enum(RESTART_REASONS),
  wipesFailed: z.int().check(z.nonnegative()),
  lastWipe: z.optional(z.object({ complete: z.boolean(), at: z.string() })),
  /** That the sync client of the last run talked to: the assignment's. */
  server: z.optional(z.string()),
});
export type KioskMemory = z.infer<typeof memorySchema>;
export type RestartReason = KioskMemory['restart'];

const NEW: KioskMemory = { v: 1, closed: false, restart: 'none', wipesFailed: 0 };

/**
 * The server that the assignment in force names, for making the sync client before there is a kiosk; undefined where none was accepted yet. It is only
 * an address: what comes from there is judged as ever.
 */
export async function rememberedServer({
  disk,
  dataFolder,
}: Pick<KioskHost, 'disk' | 'dataFolder'>): Promise<string | undefined> {
  return (await readMemory(createSmallFiles(disk, `${dataFolder}/${KIOSK_FOLDER}`))).server;
}

export interface PersistedState {
  get(): KioskMemory;
  /** Resolves when it is on the disk; never rejects: a full disk must not keep a kiosk from wiping. */
  set(change: Partial<KioskMemory>): Promise<void>;
}

/** Whatever isn't a memory is a new one: a broken file must not keep a kiosk from starting. */
export async function readMemory(files: SmallFiles): Promise<KioskMemory> {
  const read = memorySchema.safeParse(await files.read(MEMORY_FILE));
  return read.success ? read.data : NEW;
}

export async function openPersistedState(
  files: SmallFiles,
  onFault: (error: unknown) => void,
): Promise<PersistedState> {
  let memory = await readMemory(files);
  return {
    get: () => memory,
    async set(change) {
      memory = { ...memory, ...change };
      await files.write(MEMORY_FILE, memory).catch(onFault);
    },
  };
}
