import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { codeReader } from './read-code';

/** The pause between two reads of the picture, in milliseconds. */
const FRAME_MILLISECONDS = 120;

/** Why there is no picture. */
export type CameraProblem = 'none' | 'refused' | 'busy' | 'failed' | 'insecure' | 'noReader';
export type CameraState = { kind: 'off' | 'starting' | 'on' } | { kind: 'problem'; problem: CameraProblem };

/**
 * The camera of this device, which reads codes while it is on. Only `start` requests it, and it is off again when the
 * page is hidden or left.
 */
export function useCamera(onText: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>({ kind: 'off' });
  const [torch, setTorch] = useState<boolean | null>(null);
  const stream = useRef<MediaStream | null>(null);
  // Counts the starts and the stops: a late answer to a start that is no longer the newest of them is ignored.
  const attempt = useRef(0);
  const read = useEffectEvent(onText);

  function stop(next: CameraState = { kind: 'off' }): void {
    attempt.current += 1;
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = null;
    if (video.current !== null) video.current.srcObject = null;
    setTorch(null);
    setState(next);
  }

  async function start(): Promise<void> {
    stop({ kind: 'starting' });
    const own = attempt.current;
    try {
      const found = await openCamera();
      const isWanted = attempt.current === own && video.current !== null;
      if (!isWanted || typeof found === 'string') {
        if (typeof found !== 'string') for (const track of found.getTracks()) track.stop();
        else if (attempt.current === own) stop({ kind: 'problem', problem: found });
        return;
      }
      stream.current = found;
      const [track] = found.getVideoTracks();
      track?.addEventListener('ended', () => {
        if (stream.current === found) stop({ kind: 'problem', problem: 'failed' });
      });
      setTorch(hasTorch(track) ? false : null);
      if (video.current !== null) {
        video.current.srcObject = found;
        await video.current.play();
      }
      if (attempt.current === own) setState({ kind: 'on' });
    } catch {
      if (attempt.current === own) stop({ kind: 'problem', problem: 'failed' });
    }
  }

  const isOn = state.kind === 'on';
  const fail = useEffectEvent(() => stop({ kind: 'problem', problem: 'noReader' }));
  useEffect(() => {
    if (!isOn) return;
    let timer = 0;
    let isOver = false;
    void (async () => {
      const reader = await codeReader().catch(() => null);
      if (isOver) return;
      if (reader === null) {
        fail();
        return;
      }
      const readFrame = async () => {
        const text = video.current === null ? null : await reader(video.current);
        if (isOver) return;
        if (text !== null && text !== '') read(text);
        timer = window.setTimeout(() => void readFrame(), FRAME_MILLISECONDS);
      };
      await readFrame();
    })();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isOn]);

  // Also while permission is requested: a late grant must not switch the camera on.
  const leave = useEffectEvent(() => {
    if (state.kind === 'starting' || state.kind === 'on') stop();
  });
  useEffect(() => {
    const onHidden = () => {
      if (document.hidden) leave();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      for (const track of stream.current?.getTracks() ?? []) track.stop();
      stream.current = null;
    };
  }, []);

  return {
    /** The element that shows the picture. */
    video,
    state,
    start: () => void start(),
    stop: () => stop(),
    /** Whether the light is on; null if it cannot be switched, or the camera is off. */
    torch,
    switchTorch: () => {
      const on = torch === false;
      const [track] = stream.current?.getVideoTracks() ?? [];
      const constraints = { advanced: [{ torch: on }] } as unknown as MediaTrackConstraints;
      void track?.applyConstraints(constraints).then(
        () => setTorch(on),
        () => setTorch(null),
      );
    },
  };
}

async function openCamera(): Promise<MediaStream | CameraProblem> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) return isSecureContext ? 'none' : 'insecure';
  try {
    return await devices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (cause) {
    switch (cause instanceof DOMException ? cause.name : '') {
      case 'NotAllowedError':
      case 'SecurityError':
        return 'refused';
      case 'NotFoundError':
      case 'OverconstrainedError':
        return 'none';
      case 'NotReadableError':
      case 'AbortError':
        return 'busy';
      default:
        return 'failed';
    }
  }
}

function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const capabilities = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  return capabilities?.torch === true;
}
