import type en from './en.json';

declare module '../../../platform/i18n/texts.ts' {
  interface FeatureTexts {
    readonly sound: typeof en;
  }
}
