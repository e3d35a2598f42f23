/**
 * Loaded with `--import` into a process that leads its own group: when the process that started it is gone, even by
 * SIGKILL, the channel between them closes, and this one ends as if it had been asked to.
 */
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
