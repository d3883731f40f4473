import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CameraPart } from './CameraPart';

afterEach(() => vi.unstubAllGlobals());

test('the button that starts the camera takes the focus of the one that stopped it', async () => {
  const user = userEvent.setup();
  const track = { stop: vi.fn(), addEventListener: vi.fn(), getCapabilities: () => ({}) };
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
  const mediaDevices = { getUserMedia: () => Promise.resolve(stream) };
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: mediaDevices } }));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue();
  render(<CameraPart onText={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Start the camera' }));
  await user.click(await screen.findByRole('button', { name: 'Stop the camera' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start the camera' }));
});
