import type { restApiSettings } from '#channels';
import type { SettingsOf } from '#platform';

export type RestSettings = SettingsOf<typeof restApiSettings>;
