import { useState } from 'react';
import EasyCrop from 'react-easy-crop';
import styles from './cropper.module.css';

/** A square of a picture, in the picture's own pixels. */
export interface Square {
  x: number;
  y: number;
  side: number;
}

interface CropperProps {
  /** A `data:` URL: the club's pages show pictures from nowhere else. */
  image: string;
  /** What the frame is called, and how it is moved by keys. */
  label: string;
  zoomLabel: string;
  onSquare(square: Square): void;
}

const ZOOM_MAX = 4;
const ZOOM_STEP = 0.05;
/** Pixels of the screen at each press of an arrow key. */
const KEY_STEP = 8;

/** A round frame that a picture is moved and zoomed behind: by fingers, wheel, arrow keys, or the slider below. */
export function Cropper({ image, label, zoomLabel, onSquare }: CropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div className={styles.cropper}>
      {/* A pull inside it moves the picture, and not the sheet that it stands in. */}
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
