import { createStore, useStore } from '@/lib/store';
import { readStored, writeStored } from '@/lib/storage';

/** How long a note is heard, and how long it takes to reach its volume, so that it does not begin with a click. */
const NOTE_SECONDS = 0.13;
const RISE_SECONDS = 0.01;
/** The time from now to the first note: the browser cannot schedule a sound in the past. */
const LEAD_SECONDS = 0.01;
/** From 0, silent, to 1. */
const VOLUME = 0.18;
/** A sound that could not begin within this time is not played, in milliseconds. */
const LATE_MILLISECONDS = 500;

const isOn = createStore(readStored('desk_sounds') !== 'off');
let context: AudioContext | null = null;

/** Whether scans play a sound on this device. */
export function useSounds(): boolean {
  return useStore(isOn);
}

/** Switches the sounds of this device on or off, for later visits too. */
export function switchSounds(on: boolean): void {
  isOn.set(on);
  writeStored('desk_sounds', on ? null : 'off');
}

/** Plays pitches one after another, in hertz. Does nothing if sounds are off or the browser forbids them. */
export function playNotes(notes: readonly number[]): void {
  if (!isOn.get() || typeof AudioContext === 'undefined') return;
  try {
    context ??= new AudioContext();
    const own = context;
    const requestedAt = performance.now();
    void own.resume().then(
      () => {
        // A browser may start only after the next press, which is too late for this sound.
        if (performance.now() - requestedAt < LATE_MILLISECONDS) schedule(own, notes);
      },
      () => {},
    );
  } catch {
    // The browser cannot play sounds.
  }
}

function schedule(audio: AudioContext, notes: readonly number[]): void {
  const begin = audio.currentTime + LEAD_SECONDS;
  for (const [index, hertz] of notes.entries()) {
    const at = begin + index * NOTE_SECONDS;
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
    const level = new GainNode(audio, { gain: 0 });
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(VOLUME, at + RISE_SECONDS);
    level.gain.linearRampToValueAtTime(0, at + NOTE_SECONDS);
    tone.connect(level).connect(audio.destination);
    tone.start(at);
    tone.stop(at + NOTE_SECONDS);
  }
}
