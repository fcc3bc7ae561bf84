// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import LayerCompositing

/// A layer that emits particles, above its background and border and below its sublayers.
///
/// Particles lie in the space of the bounds and are not clipped to them. There is no simulation:
/// each frame computes the particles of its time from the ``seed``, so a blocked main queue does
/// not stop them. The emission begins with the first frame of a ``LayerHost`` that shows the layer,
/// unless ``beginTime`` is set.
///
/// A change applies to particles that are born after it, by the clock of the host. Only
/// `renderMode` applies to all at once. Animations of `birthRate`, `emitterPosition`,
/// `emitterCells.spark.velocity` and so on apply to particles that are born while they run; a
/// particle keeps the values of its birth when the animation ends or is removed.
/// `Transaction.animate` animates numbers, points and sizes of the emitter; those of cells change
/// at once. If there are more than 1,024 changes and animations within the longest life of a
/// particle, the older half is dropped, together with the particles born then.
///
/// ```swift
/// var heart = EmitterCell()
/// heart.contents = bitmap
/// heart.birthRate = 5
/// heart.lifetime = 3
/// heart.velocity = -80
/// heart.alphaSpeed = -0.3
/// let hearts = EmitterLayer()
/// hearts.emitterPosition = Point(x: 160, y: 400)
/// hearts.emitterCells = [heart]
/// ```
@MainActor
open class EmitterLayer: Layer {
  private var system = ParticleSystem()
  /// Whether the emission has begun. Changes are recorded from then on.
  private var hasBegun = false
  /// The clock of the last host that was seen.
  private var lastClock: (any LayerClock)?

  /// The most changes that are kept for particles which may still live.
  private static let keptChanges = 1_024

  /// Creates a layer without cells.
  public override init() {
    super.init()
    begin(with: { [weak self] in self?.begin(at: $0) })
    showParticles()
  }

  private func begin(at time: Double) {
    if hasBegun { return }
    hasBegun = true
    lastClock = host?.clock
    system.beginTime = time
    showParticles()
  }

  private func showParticles() {
    vectorContents = ParticleContents(system, followsMotion: false)
  }

  // MARK: Animations

  /// The animations that have begun, by their keys, as they are recorded in the particle system.
  private var recorded: [String: EmitterAnimation] = [:]

  open override class func defaultAction(forKey key: String) -> LayerAction? {
    if ParticleEmitter.animatable.contains(key) { return implicitAnimation(of: key) }
    return super.defaultAction(forKey: key)
  }

  /// Records an animation of the emitter. It applies to particles that are born from now on.
  override func animationBegan(_ entry: LayerAnimationEntry, at time: Double) {
    // An animation that began in another host is recorded already.
    guard recorded[entry.key] == nil, entry.animation.changesEmitter else { return }
    let new = EmitterAnimation(entry.animation, from: time)
    recorded[entry.key] = new
    system.animations.append(new)
    forgetChanges(at: time)
    showParticles()
  }

  /// Ends the recorded animation now. Particles that were born during it keep its values.
  override func animationRemoved(_ entry: LayerAnimationEntry) {
    guard let old = recorded.removeValue(forKey: entry.key),
      let index = system.animations.firstIndex(of: old)
    else { return }
    system.animations[index].end = now
    if now <= old.start { system.animations.remove(at: index) }
    showParticles()
  }

  package override func presentedValue(forKeyPath path: String, at time: Double) -> LayerValue? {
    system.emitter(at: time).value(forKeyPath: path)
  }

  /// The layer's time, by the clock of its host or, without one, of its last host.
  private var now: Double {
    let clock = host?.clock ?? lastClock ?? SystemClock.shared
    lastClock = clock
    return localTime(at: clock.now)
  }

  /// Sets the emitter, and runs the actions of the properties that change.
  private func change(_ new: ParticleEmitter) {
    guard Transaction.mayFindActions, hasBegun, Transaction.findsActions(of: self) else {
      return replace(with: new)
    }
    let (old, presented) = (emitter, system.emitter(at: now))
    var runs: [ActionRun] = []
    for key in ParticleEmitter.keys where new.value(forKeyPath: key) != old.value(forKeyPath: key) {
      guard let action = action(forKey: key) else { continue }
      runs.append(ActionRun(action: action, key: key, from: presented.value(forKeyPath: key)))
    }
    run(runs) {
      // Actions may have changed the emitter meanwhile, so only the differences are set.
      var present = emitter
      present.take(changesFrom: old, to: new)
      replace(with: present)
    }
  }

  override var particles: ParticleEmitter? {
    get { emitter }
    set { if let newValue { emitter = newValue } }
  }

  /// The emitter with all its properties: those below as one value.
  public final var emitter: ParticleEmitter {
    get { system.changes.last?.emitter ?? system.emitter }
    set { if newValue != emitter { change(newValue) } }
  }

  private func replace(with new: ParticleEmitter) {
    guard hasBegun else {
      system.emitter = new
      return showParticles()
    }
    let now = now
    // If the clock was set back, changes of later times are dropped.
    system.changes.removeAll { $0.time >= now }
    if now <= system.beginTime, system.changes.isEmpty {
      system.emitter = new
    } else {
      system.changes.append(ParticleSystem.Change(at: now, new))
      forgetChanges(at: now)
    }
    showParticles()
  }

  /// Drops changes whose particles are all dead, and the oldest changes if there are too many.
  private func forgetChanges(at now: Double) {
    func count() -> Int { system.changes.count + system.animations.count }
    guard count() > Self.keptChanges else { return }
    let longest = (system.changes.map(\.emitter.longevity) + [system.emitter.longevity]).max() ?? 0
    system.forgetChanges(before: now - longest)
    if count() > Self.keptChanges {
      let times = system.changes.map(\.time) + system.animations.map(\.start)
      system.forgetChanges(before: times.sorted()[times.count / 2])
    }
  }

  /// When the emission begins, in the layer's time; `nil` until the first frame.
  ///
  /// Setting it restarts the emission: the emitter has had its present values since then, without
  /// animations.
  ///
  /// The key `beginTime` stands for this property, with 0 before the first frame, and not for the
  /// begin of ``Layer/timing`` as in other layers.
  public final var beginTime: Double? {
    get { hasBegun ? system.beginTime : nil }
    set {
      let emitter = emitter
      hasBegun = newValue != nil
      system.changes = []
      system.animations = []
      recorded = [:]
      system.emitter = emitter
      system.restart(at: newValue ?? 0)
      if newValue == nil { begin(with: { [weak self] in self?.begin(at: $0) }) }
      showParticles()
    }
  }

  open override class var keys: [LayerClassKey] {
    super.keys + [
      LayerClassKey(
        "seed", read: { (layer: EmitterLayer) in .number(Double(layer.seed)) },
        write: { layer, value in
          guard case .number(let number) = value, let seed = UInt64(exactly: number) else {
            return false
          }
          layer.seed = seed
          return true
        }), LayerClassKey(word: "rangeMeaning", \EmitterLayer.rangeMeaning),
      LayerClassKey(
        "beginTime", read: { (layer: EmitterLayer) in .number(layer.beginTime ?? 0) },
        write: { layer, value in
          guard case .number(let time) = value else { return false }
          layer.beginTime = time
          return true
        }),
    ]
  }

  /// The seed of all random numbers. The same seed gives the same particles.
  public final var seed: UInt64 {
    get { system.seed }
    set {
      system.seed = newValue
      showParticles()
    }
  }

  /// How the ranges of cells are read: as a deviation from the mean, or as a width.
  package final var rangeMeaning: ParticleSystem.RangeMeaning {
    get { system.rangeMeaning }
    set {
      system.rangeMeaning = newValue
      showParticles()
    }
  }

  /// The kinds of particles.
  public final var emitterCells: [EmitterCell] {
    get { emitter.cells }
    set { emitter.cells = newValue }
  }

  /// The middle of the shape, in the space of the bounds.
  public final var emitterPosition: Point {
    get { emitter.position }
    set { emitter.position = newValue }
  }

  /// The z of the middle of the shape, in points; greater is nearer.
  public final var emitterZPosition: Double {
    get { emitter.zPosition }
    set { emitter.zPosition = newValue }
  }

  /// Width and height of the shape, in points; the width is the radius of a circle and of a sphere.
  public final var emitterSize: Size {
    get { emitter.size }
    set { emitter.size = newValue }
  }

  /// The depth of a cuboid, in points.
  public final var emitterDepth: Double {
    get { emitter.depth }
    set { emitter.depth = newValue }
  }

  /// The shape that particles start on.
  public final var emitterShape: EmitterShape {
    get { emitter.shape }
    set { emitter.shape = newValue }
  }

  /// The part of the shape that particles start on.
  public final var emitterMode: EmitterMode {
    get { emitter.mode }
    set { emitter.mode = newValue }
  }

  /// The order in which particles are drawn.
  public final var renderMode: EmitterRenderMode {
    get { emitter.renderMode }
    set { emitter.renderMode = newValue }
  }

  /// Whether longitudes are counted from the direction away from ``emitterPosition``.
  public final var emitsOutward: Bool {
    get { emitter.emitsOutward }
    set { emitter.emitsOutward = newValue }
  }

  /// The factor of the cells' birth rates.
  public final var birthRate: Double {
    get { emitter.birthRate }
    set { emitter.birthRate = newValue }
  }

  /// The factor of the cells' lifetimes.
  public final var lifetime: Double {
    get { emitter.lifetime }
    set { emitter.lifetime = newValue }
  }

  /// The factor of the cells' velocities.
  public final var velocity: Double {
    get { emitter.velocity }
    set { emitter.velocity = newValue }
  }

  /// The factor of the cells' scales.
  public final var scale: Double {
    get { emitter.scale }
    set { emitter.scale = newValue }
  }

  /// The factor of the cells' spins.
  public final var spin: Double {
    get { emitter.spin }
    set { emitter.spin = newValue }
  }
}
