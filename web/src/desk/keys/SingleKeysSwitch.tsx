import { Switch } from '@/ui/Switch';
import { switchSingleKeys, useSingleKeys } from '@/desk/lib/single-keys';
import { shortcutTexts } from './texts';

/** Turns the keys of one letter, digit or sign on or off on this device. */
export function SingleKeysSwitch() {
  const isOn = useSingleKeys();
  return <Switch label={shortcutTexts.single} hint={shortcutTexts.hint} on={isOn} onSwitch={switchSingleKeys} />;
}
