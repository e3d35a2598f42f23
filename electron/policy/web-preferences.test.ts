import { describe, expect, test } from 'vitest';
import { developmentWebPreferences, webPreferences } from './web-preferences.ts';

describe('S1, S10: the one set of preferences', () => {
  test('is this, and nobody can change it', () => {
    expect(webPreferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      spellcheck: false,
      disableDialogs: true,
      navigateOnDragDrop: false,
      safeDialogs: true,
      autoplayPolicy: 'document-user-activation-required',
      disableBlinkFeatures: 'Auxclick',
      backgroundThrottling: false,
      enableWebSQL: false,
      devTools: false,
    });
    for (const preferences of [webPreferences, developmentWebPreferences]) {
      expect(Object.isFrozen(preferences)).toBe(true);
      expect(() => Reflect.set(preferences, 'sandbox', false)).not.toThrow();
      expect(preferences.sandbox).toBe(true);
    }
  });

  test('differs for development in the developer tools alone', () => {
    expect(developmentWebPreferences).toEqual({ ...webPreferences, devTools: true });
  });
});
