/** An EndpointSlice as routers read it. */
export interface RoutedSlice {
  readonly name: string;
  readonly ports: readonly RoutedPort[];
  readonly endpoints: readonly RoutedEndpoint[];
}

/** A port that the endpoints of a slice listen on. */
export interface RoutedPort {
  /** '' for none. */
  readonly name: string;
  readonly number: number;
  readonly protocol: string;
  /** '' for none. */
  readonly appProtocol: string;
}

/** An endpoint of a slice. */
export interface RoutedEndpoint {
  /** As written. */
  readonly addresses: readonly string[];
  readonly hostname: string;
  readonly isReady: boolean;
  /** Name of the pod. Unset for anything else. */
  readonly pod?: string;
}
