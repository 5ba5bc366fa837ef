import type en from './locales/en.json';

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof en;
  }
}
