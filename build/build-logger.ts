/** What Vite says while it builds: warnings alone. */
import { createLogger, type Logger } from 'vite';

/** Of CSS modules that Vite itself puts together: whoever builds can't do anything about it. */
const OWN_FAULT = 'did not pass the `from` option';

export function buildLogger(): Logger {
  const logger = createLogger('warn');
  const { warnOnce } = logger;
  logger.warnOnce = (message, options) => {
    if (!message.includes(OWN_FAULT)) warnOnce(message, options);
  };
  return logger;
}
