import { useState } from 'react';
import EasyCrop from 'react-easy-crop';
import styles from './cropper.module.css';

/** A square within a picture, in pixels of the picture. */
export interface Square {
  x: number;
  y: number;
  side: number;
}

interface CropperProps {
  /** A `data:` URL; the content security policy allows no other source here. */
  image: string;
  /** Name of the frame, with instructions for the keyboard. */
  label: string;
  zoomLabel: string;
  onSquare(square: Square): void;
}

const ZOOM_MAX = 4;
const ZOOM_STEP = 0.05;
/** Screen pixels per press of an arrow key. */
const KEY_STEP = 8;

/** A round frame over a picture. Fingers, wheel, arrow keys and a slider move and zoom the picture. */
export function Cropper({ image, label, zoomLabel, onSquare }: CropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div className={styles.cropper}>
      {/* A drag in here moves the picture, not the sheet around it. */}
      <div className={styles.stage} dir="ltr" data-base-ui-swipe-ignore="">
        <EasyCrop
          image={image}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          keyboardStep={KEY_STEP}
          disableAutomaticStylesInjection
          classes={{
            containerClassName: styles.container,
            mediaClassName: styles.media,
            cropAreaClassName: styles.frame,
          }}
          cropperProps={{ role: 'group', 'aria-label': label }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, { x, y, width }) => onSquare({ x, y, side: width })}
        />
      </div>
      <label className={styles.zoom}>
        {zoomLabel}
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={ZOOM_STEP}
          value={zoom}
          className={styles.slider}
          data-base-ui-swipe-ignore=""
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
    </div>
  );
}
