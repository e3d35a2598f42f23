/** What Vite says while it builds: warnings alone. */
import { createLogger, type Logger } from 'vite';

/** Vite's own warning about CSS modules that it generates: nobody can fix it here. */
const OWN_FAULT = 'did not pass the `from` option';

export function buildLogger(): Logger {
  const logger = createLogger('warn');
  const { warnOnce } = logger;
  logger.warnOnce = (message, options) => {
    if (!message.includes(OWN_FAULT)) warnOnce(message, options);
  };
  return logger;
}
