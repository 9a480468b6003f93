from arena.protocol.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TeotihuacanAction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_ACTION_UNSPECIFIED: _ClassVar[TeotihuacanAction]
    TEOTIHUACAN_ACTION_CONSTRUCTION: _ClassVar[TeotihuacanAction]
    TEOTIHUACAN_ACTION_DECORATIONS: _ClassVar[TeotihuacanAction]
    TEOTIHUACAN_ACTION_ALCHEMY: _ClassVar[TeotihuacanAction]
    TEOTIHUACAN_ACTION_NOBLES: _ClassVar[TeotihuacanAction]
    TEOTIHUACAN_ACTION_MASTERY: _ClassVar[TeotihuacanAction]
    TEOTIHUACAN_ACTION_WORSHIP: _ClassVar[TeotihuacanAction]
    TEOTIHUACAN_ACTION_MASK_COLLECTION: _ClassVar[TeotihuacanAction]

class TeotihuacanArrow(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_ARROW_UNSPECIFIED: _ClassVar[TeotihuacanArrow]
    TEOTIHUACAN_ARROW_UP_RIGHT: _ClassVar[TeotihuacanArrow]
    TEOTIHUACAN_ARROW_UP_LEFT: _ClassVar[TeotihuacanArrow]

class TeotihuacanOffer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_OFFER_UNSPECIFIED: _ClassVar[TeotihuacanOffer]
    TEOTIHUACAN_OFFER_PYRAMID: _ClassVar[TeotihuacanOffer]
    TEOTIHUACAN_OFFER_DECORATIONS: _ClassVar[TeotihuacanOffer]

class TeotihuacanStepKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_STEP_KIND_UNSPECIFIED: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_KEEP: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_REVEAL: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_TAKE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_BENEFITS: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_GIVE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_RAISE_STARTING: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_LOWEST_TECHNOLOGY: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_CLAIM_TIED: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_SETTLE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_END_SETUP: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_TURN: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_OPEN: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_ACT: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_CHOOSE_FIRST: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_ABILITY: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_EXCHANGE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_CLAIM_BESIDE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_REFILL_BESIDE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_ADVANCE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_MAJOR_STEP: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_AVENUE_STEP: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_AVENUE_CLAIM: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_ANY_GOODS: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_ANY_TEMPLE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_BUY_TECHNOLOGY: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_BUILD_FOR_NOBLES: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_DECORATE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_THREE_POINTS: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_CLIMB: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_REFILL_DECORATIONS: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_BUILD: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_PAY: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_REFILL_PYRAMID: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_ORDER_TEMPLES: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_POINTS: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_LATE_TECHNOLOGIES: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_POWER_UPS: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_MAIN_POWER_UP: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_PURCHASE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_POWER_UP: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_OPTIONAL_POWER_UPS: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_REWARD: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_LIGHT: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_END_WINDOW: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_AFTER_CLAIM: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_END_TURN: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_SALARY: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_PAY_SALARIES: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_CLOSE: _ClassVar[TeotihuacanStepKind]
    TEOTIHUACAN_STEP_KIND_OVER: _ClassVar[TeotihuacanStepKind]

class TeotihuacanGood(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_GOOD_UNSPECIFIED: _ClassVar[TeotihuacanGood]
    TEOTIHUACAN_GOOD_WOOD: _ClassVar[TeotihuacanGood]
    TEOTIHUACAN_GOOD_STONE: _ClassVar[TeotihuacanGood]
    TEOTIHUACAN_GOOD_GOLD: _ClassVar[TeotihuacanGood]
    TEOTIHUACAN_GOOD_COCOA: _ClassVar[TeotihuacanGood]

class TeotihuacanTemple(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_TEMPLE_UNSPECIFIED: _ClassVar[TeotihuacanTemple]
    TEOTIHUACAN_TEMPLE_BLUE: _ClassVar[TeotihuacanTemple]
    TEOTIHUACAN_TEMPLE_RED: _ClassVar[TeotihuacanTemple]
    TEOTIHUACAN_TEMPLE_GREEN: _ClassVar[TeotihuacanTemple]

class TeotihuacanSpace(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_SPACE_UNSPECIFIED: _ClassVar[TeotihuacanSpace]
    TEOTIHUACAN_SPACE_PALACE_1: _ClassVar[TeotihuacanSpace]
    TEOTIHUACAN_SPACE_PALACE_2: _ClassVar[TeotihuacanSpace]
    TEOTIHUACAN_SPACE_PALACE_3: _ClassVar[TeotihuacanSpace]
    TEOTIHUACAN_SPACE_FOREST: _ClassVar[TeotihuacanSpace]
    TEOTIHUACAN_SPACE_QUARRY: _ClassVar[TeotihuacanSpace]
    TEOTIHUACAN_SPACE_GOLD: _ClassVar[TeotihuacanSpace]
    TEOTIHUACAN_SPACE_DECORATIONS: _ClassVar[TeotihuacanSpace]

class TeotihuacanSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_SIDE_UNSPECIFIED: _ClassVar[TeotihuacanSide]
    TEOTIHUACAN_SIDE_TOP: _ClassVar[TeotihuacanSide]
    TEOTIHUACAN_SIDE_RIGHT: _ClassVar[TeotihuacanSide]
    TEOTIHUACAN_SIDE_BOTTOM: _ClassVar[TeotihuacanSide]
    TEOTIHUACAN_SIDE_LEFT: _ClassVar[TeotihuacanSide]

class TeotihuacanEffect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_EFFECT_UNSPECIFIED: _ClassVar[TeotihuacanEffect]
    TEOTIHUACAN_EFFECT_ABILITY: _ClassVar[TeotihuacanEffect]
    TEOTIHUACAN_EFFECT_DISCOVERY: _ClassVar[TeotihuacanEffect]
    TEOTIHUACAN_EFFECT_BOTH: _ClassVar[TeotihuacanEffect]

class TeotihuacanRow(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_ROW_UNSPECIFIED: _ClassVar[TeotihuacanRow]
    TEOTIHUACAN_ROW_TOP: _ClassVar[TeotihuacanRow]
    TEOTIHUACAN_ROW_CENTRE: _ClassVar[TeotihuacanRow]
    TEOTIHUACAN_ROW_BOTTOM: _ClassVar[TeotihuacanRow]

class TeotihuacanPayment(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_PAYMENT_UNSPECIFIED: _ClassVar[TeotihuacanPayment]
    TEOTIHUACAN_PAYMENT_FULL: _ClassVar[TeotihuacanPayment]
    TEOTIHUACAN_PAYMENT_LESS_STONE: _ClassVar[TeotihuacanPayment]
    TEOTIHUACAN_PAYMENT_LESS_WOOD: _ClassVar[TeotihuacanPayment]

class TeotihuacanReward(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_REWARD_UNSPECIFIED: _ClassVar[TeotihuacanReward]
    TEOTIHUACAN_REWARD_POINTS: _ClassVar[TeotihuacanReward]
    TEOTIHUACAN_REWARD_COCOA: _ClassVar[TeotihuacanReward]
    TEOTIHUACAN_REWARD_TEMPLE: _ClassVar[TeotihuacanReward]
    TEOTIHUACAN_REWARD_TWO_TEMPLES: _ClassVar[TeotihuacanReward]
    TEOTIHUACAN_REWARD_TWO_TEMPLES_WAIVED: _ClassVar[TeotihuacanReward]
    TEOTIHUACAN_REWARD_WORKER: _ClassVar[TeotihuacanReward]

class TeotihuacanStarting(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_STARTING_UNSPECIFIED: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S01: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S02: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S03: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S04: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S05: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S06: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S07: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S08: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S09: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S10: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S11: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S12: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S13: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S14: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S15: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S16: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S17: _ClassVar[TeotihuacanStarting]
    TEOTIHUACAN_STARTING_S18: _ClassVar[TeotihuacanStarting]

class TeotihuacanDiscovery(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_DISCOVERY_UNSPECIFIED: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V00: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V01: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V03: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V05: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V08: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V11: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V14: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V17: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V20: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V22: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V24: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V27: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V30: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V32: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V34: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V36: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V39: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V42: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V45: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V48: _ClassVar[TeotihuacanDiscovery]
    TEOTIHUACAN_DISCOVERY_V51: _ClassVar[TeotihuacanDiscovery]

class TeotihuacanTechnology(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_TECHNOLOGY_UNSPECIFIED: _ClassVar[TeotihuacanTechnology]
    TEOTIHUACAN_TECHNOLOGY_TECH01: _ClassVar[TeotihuacanTechnology]
    TEOTIHUACAN_TECHNOLOGY_TECH03: _ClassVar[TeotihuacanTechnology]
    TEOTIHUACAN_TECHNOLOGY_TECH05: _ClassVar[TeotihuacanTechnology]
    TEOTIHUACAN_TECHNOLOGY_TECH07: _ClassVar[TeotihuacanTechnology]
    TEOTIHUACAN_TECHNOLOGY_TECH09: _ClassVar[TeotihuacanTechnology]
    TEOTIHUACAN_TECHNOLOGY_TECH11: _ClassVar[TeotihuacanTechnology]
    TEOTIHUACAN_TECHNOLOGY_TECH13: _ClassVar[TeotihuacanTechnology]
    TEOTIHUACAN_TECHNOLOGY_TECH15: _ClassVar[TeotihuacanTechnology]
    TEOTIHUACAN_TECHNOLOGY_TECH17: _ClassVar[TeotihuacanTechnology]

class TeotihuacanRoyal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_ROYAL_UNSPECIFIED: _ClassVar[TeotihuacanRoyal]
    TEOTIHUACAN_ROYAL_R01: _ClassVar[TeotihuacanRoyal]
    TEOTIHUACAN_ROYAL_R02: _ClassVar[TeotihuacanRoyal]
    TEOTIHUACAN_ROYAL_R03: _ClassVar[TeotihuacanRoyal]
    TEOTIHUACAN_ROYAL_R04: _ClassVar[TeotihuacanRoyal]
    TEOTIHUACAN_ROYAL_R05: _ClassVar[TeotihuacanRoyal]
    TEOTIHUACAN_ROYAL_R06: _ClassVar[TeotihuacanRoyal]
    TEOTIHUACAN_ROYAL_R07: _ClassVar[TeotihuacanRoyal]
    TEOTIHUACAN_ROYAL_R08: _ClassVar[TeotihuacanRoyal]
    TEOTIHUACAN_ROYAL_R09: _ClassVar[TeotihuacanRoyal]

class TeotihuacanBonus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_BONUS_UNSPECIFIED: _ClassVar[TeotihuacanBonus]
    TEOTIHUACAN_BONUS_B1: _ClassVar[TeotihuacanBonus]
    TEOTIHUACAN_BONUS_B2: _ClassVar[TeotihuacanBonus]
    TEOTIHUACAN_BONUS_B3: _ClassVar[TeotihuacanBonus]
    TEOTIHUACAN_BONUS_B4: _ClassVar[TeotihuacanBonus]
    TEOTIHUACAN_BONUS_B5: _ClassVar[TeotihuacanBonus]
    TEOTIHUACAN_BONUS_B6: _ClassVar[TeotihuacanBonus]
    TEOTIHUACAN_BONUS_B7: _ClassVar[TeotihuacanBonus]

class TeotihuacanDecoration(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_DECORATION_UNSPECIFIED: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D00: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D01: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D02: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D03: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D04: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D05: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D06: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D07: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D08: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D09: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D10: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D11: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D12: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D13: _ClassVar[TeotihuacanDecoration]
    TEOTIHUACAN_DECORATION_D14: _ClassVar[TeotihuacanDecoration]

class TeotihuacanPyramid(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_PYRAMID_UNSPECIFIED: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P00: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P01: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P02: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P03: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P04: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P05: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P06: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P07: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P08: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P09: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P10: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P11: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P12: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P13: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P14: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P15: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P16: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P18: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P19: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P20: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P21: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P22: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P23: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P24: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P25: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P26: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P27: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P28: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P29: _ClassVar[TeotihuacanPyramid]
    TEOTIHUACAN_PYRAMID_P30: _ClassVar[TeotihuacanPyramid]

class TeotihuacanCategory(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_CATEGORY_UNSPECIFIED: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_QUARRY: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_GOLD_DEPOSITS: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_ALCHEMY: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_NOBLES: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_DECORATIONS: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_CONSTRUCTION: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_TECHNOLOGIES: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_ROYAL_TILES: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_DISCOVERY_TILES: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_ASCENSION: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_TEMPLES: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_AVENUE: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_PYRAMID_LEADER: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_PYRAMID_TRACK: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_MASKS: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_SALARY: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_BONUS_1: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_BONUS_2: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_BONUS_3: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_BONUS_4: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_BONUS_5: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_BONUS_6: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_BONUS_7: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_CASHING: _ClassVar[TeotihuacanCategory]
    TEOTIHUACAN_CATEGORY_LEFTOVERS: _ClassVar[TeotihuacanCategory]

class TeotihuacanSource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEOTIHUACAN_SOURCE_UNSPECIFIED: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_STARTING_TILE: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_TECHNOLOGY: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_COLLECT: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_WORSHIP: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_MAIN_ACTION: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_ROYAL_TILE: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_DISCOVERY_TILE: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_TEMPLE: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_ASCENSION: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_UNLOCK: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_SALARY: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_CHOICE: _ClassVar[TeotihuacanSource]
    TEOTIHUACAN_SOURCE_ACTION_TILE: _ClassVar[TeotihuacanSource]
TEOTIHUACAN_ACTION_UNSPECIFIED: TeotihuacanAction
TEOTIHUACAN_ACTION_CONSTRUCTION: TeotihuacanAction
TEOTIHUACAN_ACTION_DECORATIONS: TeotihuacanAction
TEOTIHUACAN_ACTION_ALCHEMY: TeotihuacanAction
TEOTIHUACAN_ACTION_NOBLES: TeotihuacanAction
TEOTIHUACAN_ACTION_MASTERY: TeotihuacanAction
TEOTIHUACAN_ACTION_WORSHIP: TeotihuacanAction
TEOTIHUACAN_ACTION_MASK_COLLECTION: TeotihuacanAction
TEOTIHUACAN_ARROW_UNSPECIFIED: TeotihuacanArrow
TEOTIHUACAN_ARROW_UP_RIGHT: TeotihuacanArrow
TEOTIHUACAN_ARROW_UP_LEFT: TeotihuacanArrow
TEOTIHUACAN_OFFER_UNSPECIFIED: TeotihuacanOffer
TEOTIHUACAN_OFFER_PYRAMID: TeotihuacanOffer
TEOTIHUACAN_OFFER_DECORATIONS: TeotihuacanOffer
TEOTIHUACAN_STEP_KIND_UNSPECIFIED: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_KEEP: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_REVEAL: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_TAKE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_BENEFITS: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_GIVE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_RAISE_STARTING: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_LOWEST_TECHNOLOGY: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_CLAIM_TIED: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_SETTLE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_END_SETUP: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_TURN: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_OPEN: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_ACT: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_CHOOSE_FIRST: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_ABILITY: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_EXCHANGE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_CLAIM_BESIDE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_REFILL_BESIDE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_ADVANCE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_MAJOR_STEP: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_AVENUE_STEP: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_AVENUE_CLAIM: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_ANY_GOODS: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_ANY_TEMPLE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_BUY_TECHNOLOGY: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_BUILD_FOR_NOBLES: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_DECORATE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_THREE_POINTS: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_CLIMB: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_REFILL_DECORATIONS: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_BUILD: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_PAY: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_REFILL_PYRAMID: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_ORDER_TEMPLES: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_POINTS: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_LATE_TECHNOLOGIES: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_POWER_UPS: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_MAIN_POWER_UP: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_PURCHASE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_POWER_UP: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_OPTIONAL_POWER_UPS: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_REWARD: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_LIGHT: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_END_WINDOW: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_AFTER_CLAIM: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_END_TURN: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_SALARY: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_PAY_SALARIES: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_CLOSE: TeotihuacanStepKind
TEOTIHUACAN_STEP_KIND_OVER: TeotihuacanStepKind
TEOTIHUACAN_GOOD_UNSPECIFIED: TeotihuacanGood
TEOTIHUACAN_GOOD_WOOD: TeotihuacanGood
TEOTIHUACAN_GOOD_STONE: TeotihuacanGood
TEOTIHUACAN_GOOD_GOLD: TeotihuacanGood
TEOTIHUACAN_GOOD_COCOA: TeotihuacanGood
TEOTIHUACAN_TEMPLE_UNSPECIFIED: TeotihuacanTemple
TEOTIHUACAN_TEMPLE_BLUE: TeotihuacanTemple
TEOTIHUACAN_TEMPLE_RED: TeotihuacanTemple
TEOTIHUACAN_TEMPLE_GREEN: TeotihuacanTemple
TEOTIHUACAN_SPACE_UNSPECIFIED: TeotihuacanSpace
TEOTIHUACAN_SPACE_PALACE_1: TeotihuacanSpace
TEOTIHUACAN_SPACE_PALACE_2: TeotihuacanSpace
TEOTIHUACAN_SPACE_PALACE_3: TeotihuacanSpace
TEOTIHUACAN_SPACE_FOREST: TeotihuacanSpace
TEOTIHUACAN_SPACE_QUARRY: TeotihuacanSpace
TEOTIHUACAN_SPACE_GOLD: TeotihuacanSpace
TEOTIHUACAN_SPACE_DECORATIONS: TeotihuacanSpace
TEOTIHUACAN_SIDE_UNSPECIFIED: TeotihuacanSide
TEOTIHUACAN_SIDE_TOP: TeotihuacanSide
TEOTIHUACAN_SIDE_RIGHT: TeotihuacanSide
TEOTIHUACAN_SIDE_BOTTOM: TeotihuacanSide
TEOTIHUACAN_SIDE_LEFT: TeotihuacanSide
TEOTIHUACAN_EFFECT_UNSPECIFIED: TeotihuacanEffect
TEOTIHUACAN_EFFECT_ABILITY: TeotihuacanEffect
TEOTIHUACAN_EFFECT_DISCOVERY: TeotihuacanEffect
TEOTIHUACAN_EFFECT_BOTH: TeotihuacanEffect
TEOTIHUACAN_ROW_UNSPECIFIED: TeotihuacanRow
TEOTIHUACAN_ROW_TOP: TeotihuacanRow
TEOTIHUACAN_ROW_CENTRE: TeotihuacanRow
TEOTIHUACAN_ROW_BOTTOM: TeotihuacanRow
TEOTIHUACAN_PAYMENT_UNSPECIFIED: TeotihuacanPayment
TEOTIHUACAN_PAYMENT_FULL: TeotihuacanPayment
TEOTIHUACAN_PAYMENT_LESS_STONE: TeotihuacanPayment
TEOTIHUACAN_PAYMENT_LESS_WOOD: TeotihuacanPayment
TEOTIHUACAN_REWARD_UNSPECIFIED: TeotihuacanReward
TEOTIHUACAN_REWARD_POINTS: TeotihuacanReward
TEOTIHUACAN_REWARD_COCOA: TeotihuacanReward
TEOTIHUACAN_REWARD_TEMPLE: TeotihuacanReward
TEOTIHUACAN_REWARD_TWO_TEMPLES: TeotihuacanReward
TEOTIHUACAN_REWARD_TWO_TEMPLES_WAIVED: TeotihuacanReward
TEOTIHUACAN_REWARD_WORKER: TeotihuacanReward
TEOTIHUACAN_STARTING_UNSPECIFIED: TeotihuacanStarting
TEOTIHUACAN_STARTING_S01: TeotihuacanStarting
TEOTIHUACAN_STARTING_S02: TeotihuacanStarting
TEOTIHUACAN_STARTING_S03: TeotihuacanStarting
TEOTIHUACAN_STARTING_S04: TeotihuacanStarting
TEOTIHUACAN_STARTING_S05: TeotihuacanStarting
TEOTIHUACAN_STARTING_S06: TeotihuacanStarting
TEOTIHUACAN_STARTING_S07: TeotihuacanStarting
TEOTIHUACAN_STARTING_S08: TeotihuacanStarting
TEOTIHUACAN_STARTING_S09: TeotihuacanStarting
TEOTIHUACAN_STARTING_S10: TeotihuacanStarting
TEOTIHUACAN_STARTING_S11: TeotihuacanStarting
TEOTIHUACAN_STARTING_S12: TeotihuacanStarting
TEOTIHUACAN_STARTING_S13: TeotihuacanStarting
TEOTIHUACAN_STARTING_S14: TeotihuacanStarting
TEOTIHUACAN_STARTING_S15: TeotihuacanStarting
TEOTIHUACAN_STARTING_S16: TeotihuacanStarting
TEOTIHUACAN_STARTING_S17: TeotihuacanStarting
TEOTIHUACAN_STARTING_S18: TeotihuacanStarting
TEOTIHUACAN_DISCOVERY_UNSPECIFIED: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V00: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V01: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V03: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V05: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V08: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V11: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V14: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V17: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V20: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V22: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V24: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V27: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V30: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V32: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V34: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V36: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V39: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V42: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V45: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V48: TeotihuacanDiscovery
TEOTIHUACAN_DISCOVERY_V51: TeotihuacanDiscovery
TEOTIHUACAN_TECHNOLOGY_UNSPECIFIED: TeotihuacanTechnology
TEOTIHUACAN_TECHNOLOGY_TECH01: TeotihuacanTechnology
TEOTIHUACAN_TECHNOLOGY_TECH03: TeotihuacanTechnology
TEOTIHUACAN_TECHNOLOGY_TECH05: TeotihuacanTechnology
TEOTIHUACAN_TECHNOLOGY_TECH07: TeotihuacanTechnology
TEOTIHUACAN_TECHNOLOGY_TECH09: TeotihuacanTechnology
TEOTIHUACAN_TECHNOLOGY_TECH11: TeotihuacanTechnology
TEOTIHUACAN_TECHNOLOGY_TECH13: TeotihuacanTechnology
TEOTIHUACAN_TECHNOLOGY_TECH15: TeotihuacanTechnology
TEOTIHUACAN_TECHNOLOGY_TECH17: TeotihuacanTechnology
TEOTIHUACAN_ROYAL_UNSPECIFIED: TeotihuacanRoyal
TEOTIHUACAN_ROYAL_R01: TeotihuacanRoyal
TEOTIHUACAN_ROYAL_R02: TeotihuacanRoyal
TEOTIHUACAN_ROYAL_R03: TeotihuacanRoyal
TEOTIHUACAN_ROYAL_R04: TeotihuacanRoyal
TEOTIHUACAN_ROYAL_R05: TeotihuacanRoyal
TEOTIHUACAN_ROYAL_R06: TeotihuacanRoyal
TEOTIHUACAN_ROYAL_R07: TeotihuacanRoyal
TEOTIHUACAN_ROYAL_R08: TeotihuacanRoyal
TEOTIHUACAN_ROYAL_R09: TeotihuacanRoyal
TEOTIHUACAN_BONUS_UNSPECIFIED: TeotihuacanBonus
TEOTIHUACAN_BONUS_B1: TeotihuacanBonus
TEOTIHUACAN_BONUS_B2: TeotihuacanBonus
TEOTIHUACAN_BONUS_B3: TeotihuacanBonus
TEOTIHUACAN_BONUS_B4: TeotihuacanBonus
TEOTIHUACAN_BONUS_B5: TeotihuacanBonus
TEOTIHUACAN_BONUS_B6: TeotihuacanBonus
TEOTIHUACAN_BONUS_B7: TeotihuacanBonus
TEOTIHUACAN_DECORATION_UNSPECIFIED: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D00: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D01: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D02: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D03: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D04: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D05: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D06: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D07: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D08: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D09: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D10: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D11: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D12: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D13: TeotihuacanDecoration
TEOTIHUACAN_DECORATION_D14: TeotihuacanDecoration
TEOTIHUACAN_PYRAMID_UNSPECIFIED: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P00: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P01: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P02: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P03: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P04: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P05: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P06: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P07: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P08: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P09: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P10: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P11: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P12: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P13: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P14: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P15: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P16: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P18: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P19: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P20: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P21: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P22: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P23: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P24: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P25: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P26: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P27: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P28: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P29: TeotihuacanPyramid
TEOTIHUACAN_PYRAMID_P30: TeotihuacanPyramid
TEOTIHUACAN_CATEGORY_UNSPECIFIED: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_QUARRY: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_GOLD_DEPOSITS: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_ALCHEMY: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_NOBLES: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_DECORATIONS: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_CONSTRUCTION: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_TECHNOLOGIES: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_ROYAL_TILES: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_DISCOVERY_TILES: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_ASCENSION: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_TEMPLES: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_AVENUE: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_PYRAMID_LEADER: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_PYRAMID_TRACK: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_MASKS: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_SALARY: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_BONUS_1: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_BONUS_2: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_BONUS_3: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_BONUS_4: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_BONUS_5: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_BONUS_6: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_BONUS_7: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_CASHING: TeotihuacanCategory
TEOTIHUACAN_CATEGORY_LEFTOVERS: TeotihuacanCategory
TEOTIHUACAN_SOURCE_UNSPECIFIED: TeotihuacanSource
TEOTIHUACAN_SOURCE_STARTING_TILE: TeotihuacanSource
TEOTIHUACAN_SOURCE_TECHNOLOGY: TeotihuacanSource
TEOTIHUACAN_SOURCE_COLLECT: TeotihuacanSource
TEOTIHUACAN_SOURCE_WORSHIP: TeotihuacanSource
TEOTIHUACAN_SOURCE_MAIN_ACTION: TeotihuacanSource
TEOTIHUACAN_SOURCE_ROYAL_TILE: TeotihuacanSource
TEOTIHUACAN_SOURCE_DISCOVERY_TILE: TeotihuacanSource
TEOTIHUACAN_SOURCE_TEMPLE: TeotihuacanSource
TEOTIHUACAN_SOURCE_ASCENSION: TeotihuacanSource
TEOTIHUACAN_SOURCE_UNLOCK: TeotihuacanSource
TEOTIHUACAN_SOURCE_SALARY: TeotihuacanSource
TEOTIHUACAN_SOURCE_CHOICE: TeotihuacanSource
TEOTIHUACAN_SOURCE_ACTION_TILE: TeotihuacanSource

class TeotihuacanView(_message.Message):
    __slots__ = ("observer", "settings", "turn", "active", "to_move", "asks", "pending", "light", "dark", "eclipses", "eclipse_due", "finished", "ring", "royals", "bonuses", "technologies", "nobles", "beside", "spots", "decoration_offer", "pyramid_offer", "pyramid", "decorations", "neutrals", "unseen_discoveries", "unseen_decorations", "unseen_pyramid", "players", "now", "laid_out", "returned", "salary", "teotibot")
    OBSERVER_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    ASKS_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    LIGHT_FIELD_NUMBER: _ClassVar[int]
    DARK_FIELD_NUMBER: _ClassVar[int]
    ECLIPSES_FIELD_NUMBER: _ClassVar[int]
    ECLIPSE_DUE_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    RING_FIELD_NUMBER: _ClassVar[int]
    ROYALS_FIELD_NUMBER: _ClassVar[int]
    BONUSES_FIELD_NUMBER: _ClassVar[int]
    TECHNOLOGIES_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    BESIDE_FIELD_NUMBER: _ClassVar[int]
    SPOTS_FIELD_NUMBER: _ClassVar[int]
    DECORATION_OFFER_FIELD_NUMBER: _ClassVar[int]
    PYRAMID_OFFER_FIELD_NUMBER: _ClassVar[int]
    PYRAMID_FIELD_NUMBER: _ClassVar[int]
    DECORATIONS_FIELD_NUMBER: _ClassVar[int]
    NEUTRALS_FIELD_NUMBER: _ClassVar[int]
    UNSEEN_DISCOVERIES_FIELD_NUMBER: _ClassVar[int]
    UNSEEN_DECORATIONS_FIELD_NUMBER: _ClassVar[int]
    UNSEEN_PYRAMID_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    LAID_OUT_FIELD_NUMBER: _ClassVar[int]
    RETURNED_FIELD_NUMBER: _ClassVar[int]
    SALARY_FIELD_NUMBER: _ClassVar[int]
    TEOTIBOT_FIELD_NUMBER: _ClassVar[int]
    observer: int
    settings: _containers.RepeatedCompositeFieldContainer[_common_pb2.Setting]
    turn: int
    active: int
    to_move: int
    asks: TeotihuacanStep
    pending: _containers.RepeatedCompositeFieldContainer[TeotihuacanStep]
    light: int
    dark: int
    eclipses: int
    eclipse_due: int
    finished: bool
    ring: _containers.RepeatedScalarFieldContainer[int]
    royals: _containers.RepeatedScalarFieldContainer[TeotihuacanRoyal]
    bonuses: _containers.RepeatedScalarFieldContainer[TeotihuacanBonus]
    technologies: _containers.RepeatedScalarFieldContainer[TeotihuacanTechnology]
    nobles: _containers.RepeatedScalarFieldContainer[int]
    beside: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    spots: TeotihuacanSpots
    decoration_offer: _containers.RepeatedScalarFieldContainer[TeotihuacanDecoration]
    pyramid_offer: _containers.RepeatedScalarFieldContainer[TeotihuacanPyramid]
    pyramid: _containers.RepeatedCompositeFieldContainer[TeotihuacanPyramidTile]
    decorations: _containers.RepeatedCompositeFieldContainer[TeotihuacanDecorationTile]
    neutrals: _containers.RepeatedCompositeFieldContainer[TeotihuacanNeutral]
    unseen_discoveries: int
    unseen_decorations: int
    unseen_pyramid: int
    players: _containers.RepeatedCompositeFieldContainer[TeotihuacanPlayer]
    now: TeotihuacanTurn
    laid_out: _containers.RepeatedCompositeFieldContainer[TeotihuacanStartingTile]
    returned: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    salary: TeotihuacanSalary
    teotibot: TeotihuacanTeotibot
    def __init__(self, observer: _Optional[int] = ..., settings: _Optional[_Iterable[_Union[_common_pb2.Setting, _Mapping]]] = ..., turn: _Optional[int] = ..., active: _Optional[int] = ..., to_move: _Optional[int] = ..., asks: _Optional[_Union[TeotihuacanStep, _Mapping]] = ..., pending: _Optional[_Iterable[_Union[TeotihuacanStep, _Mapping]]] = ..., light: _Optional[int] = ..., dark: _Optional[int] = ..., eclipses: _Optional[int] = ..., eclipse_due: _Optional[int] = ..., finished: bool = ..., ring: _Optional[_Iterable[int]] = ..., royals: _Optional[_Iterable[_Union[TeotihuacanRoyal, str]]] = ..., bonuses: _Optional[_Iterable[_Union[TeotihuacanBonus, str]]] = ..., technologies: _Optional[_Iterable[_Union[TeotihuacanTechnology, str]]] = ..., nobles: _Optional[_Iterable[int]] = ..., beside: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ..., spots: _Optional[_Union[TeotihuacanSpots, _Mapping]] = ..., decoration_offer: _Optional[_Iterable[_Union[TeotihuacanDecoration, str]]] = ..., pyramid_offer: _Optional[_Iterable[_Union[TeotihuacanPyramid, str]]] = ..., pyramid: _Optional[_Iterable[_Union[TeotihuacanPyramidTile, _Mapping]]] = ..., decorations: _Optional[_Iterable[_Union[TeotihuacanDecorationTile, _Mapping]]] = ..., neutrals: _Optional[_Iterable[_Union[TeotihuacanNeutral, _Mapping]]] = ..., unseen_discoveries: _Optional[int] = ..., unseen_decorations: _Optional[int] = ..., unseen_pyramid: _Optional[int] = ..., players: _Optional[_Iterable[_Union[TeotihuacanPlayer, _Mapping]]] = ..., now: _Optional[_Union[TeotihuacanTurn, _Mapping]] = ..., laid_out: _Optional[_Iterable[_Union[TeotihuacanStartingTile, _Mapping]]] = ..., returned: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ..., salary: _Optional[_Union[TeotihuacanSalary, _Mapping]] = ..., teotibot: _Optional[_Union[TeotihuacanTeotibot, _Mapping]] = ...) -> None: ...

class TeotihuacanTeotibot(_message.Message):
    __slots__ = ("tiles", "aside", "upper", "lower", "rolled", "discarded")
    TILES_FIELD_NUMBER: _ClassVar[int]
    ASIDE_FIELD_NUMBER: _ClassVar[int]
    UPPER_FIELD_NUMBER: _ClassVar[int]
    LOWER_FIELD_NUMBER: _ClassVar[int]
    ROLLED_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedScalarFieldContainer[TeotihuacanAction]
    aside: TeotihuacanAction
    upper: TeotihuacanArrow
    lower: TeotihuacanArrow
    rolled: _containers.RepeatedScalarFieldContainer[int]
    discarded: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    def __init__(self, tiles: _Optional[_Iterable[_Union[TeotihuacanAction, str]]] = ..., aside: _Optional[_Union[TeotihuacanAction, str]] = ..., upper: _Optional[_Union[TeotihuacanArrow, str]] = ..., lower: _Optional[_Union[TeotihuacanArrow, str]] = ..., rolled: _Optional[_Iterable[int]] = ..., discarded: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ...) -> None: ...

class TeotihuacanStep(_message.Message):
    __slots__ = ("kind", "numbers")
    KIND_FIELD_NUMBER: _ClassVar[int]
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    kind: TeotihuacanStepKind
    numbers: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, kind: _Optional[_Union[TeotihuacanStepKind, str]] = ..., numbers: _Optional[_Iterable[int]] = ...) -> None: ...

class TeotihuacanSpots(_message.Message):
    __slots__ = ("avenue_3", "avenue_6", "avenue_8", "blue_4", "red_5", "green_3", "green_6")
    AVENUE_3_FIELD_NUMBER: _ClassVar[int]
    AVENUE_6_FIELD_NUMBER: _ClassVar[int]
    AVENUE_8_FIELD_NUMBER: _ClassVar[int]
    BLUE_4_FIELD_NUMBER: _ClassVar[int]
    RED_5_FIELD_NUMBER: _ClassVar[int]
    GREEN_3_FIELD_NUMBER: _ClassVar[int]
    GREEN_6_FIELD_NUMBER: _ClassVar[int]
    avenue_3: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    avenue_6: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    avenue_8: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    blue_4: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    red_5: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    green_3: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    green_6: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    def __init__(self, avenue_3: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ..., avenue_6: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ..., avenue_8: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ..., blue_4: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ..., red_5: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ..., green_3: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ..., green_6: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ...) -> None: ...

class TeotihuacanPyramidSpace(_message.Message):
    __slots__ = ("level", "i", "j")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    I_FIELD_NUMBER: _ClassVar[int]
    J_FIELD_NUMBER: _ClassVar[int]
    level: int
    i: int
    j: int
    def __init__(self, level: _Optional[int] = ..., i: _Optional[int] = ..., j: _Optional[int] = ...) -> None: ...

class TeotihuacanDecorationSpace(_message.Message):
    __slots__ = ("side", "level")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    side: TeotihuacanSide
    level: int
    def __init__(self, side: _Optional[_Union[TeotihuacanSide, str]] = ..., level: _Optional[int] = ...) -> None: ...

class TeotihuacanPyramidTile(_message.Message):
    __slots__ = ("level", "i", "j", "tile", "rotation")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    I_FIELD_NUMBER: _ClassVar[int]
    J_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    level: int
    i: int
    j: int
    tile: TeotihuacanPyramid
    rotation: int
    def __init__(self, level: _Optional[int] = ..., i: _Optional[int] = ..., j: _Optional[int] = ..., tile: _Optional[_Union[TeotihuacanPyramid, str]] = ..., rotation: _Optional[int] = ...) -> None: ...

class TeotihuacanDecorationTile(_message.Message):
    __slots__ = ("side", "level", "tile")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    side: TeotihuacanSide
    level: int
    tile: TeotihuacanDecoration
    def __init__(self, side: _Optional[_Union[TeotihuacanSide, str]] = ..., level: _Optional[int] = ..., tile: _Optional[_Union[TeotihuacanDecoration, str]] = ...) -> None: ...

class TeotihuacanNeutral(_message.Message):
    __slots__ = ("boards",)
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    boards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, boards: _Optional[_Iterable[int]] = ...) -> None: ...

class TeotihuacanPlayer(_message.Message):
    __slots__ = ("cocoa", "wood", "stone", "gold", "points", "blue", "red", "green", "avenue", "track", "technologies", "workers", "discoveries", "used", "starting", "ledger")
    COCOA_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    STONE_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    BLUE_FIELD_NUMBER: _ClassVar[int]
    RED_FIELD_NUMBER: _ClassVar[int]
    GREEN_FIELD_NUMBER: _ClassVar[int]
    AVENUE_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    TECHNOLOGIES_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    DISCOVERIES_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    STARTING_FIELD_NUMBER: _ClassVar[int]
    LEDGER_FIELD_NUMBER: _ClassVar[int]
    cocoa: int
    wood: int
    stone: int
    gold: int
    points: int
    blue: int
    red: int
    green: int
    avenue: int
    track: int
    technologies: _containers.RepeatedScalarFieldContainer[TeotihuacanTechnology]
    workers: _containers.RepeatedCompositeFieldContainer[TeotihuacanWorker]
    discoveries: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    used: _containers.RepeatedScalarFieldContainer[TeotihuacanDiscovery]
    starting: _containers.RepeatedCompositeFieldContainer[TeotihuacanStartingTile]
    ledger: TeotihuacanLedger
    def __init__(self, cocoa: _Optional[int] = ..., wood: _Optional[int] = ..., stone: _Optional[int] = ..., gold: _Optional[int] = ..., points: _Optional[int] = ..., blue: _Optional[int] = ..., red: _Optional[int] = ..., green: _Optional[int] = ..., avenue: _Optional[int] = ..., track: _Optional[int] = ..., technologies: _Optional[_Iterable[_Union[TeotihuacanTechnology, str]]] = ..., workers: _Optional[_Iterable[_Union[TeotihuacanWorker, _Mapping]]] = ..., discoveries: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ..., used: _Optional[_Iterable[_Union[TeotihuacanDiscovery, str]]] = ..., starting: _Optional[_Iterable[_Union[TeotihuacanStartingTile, _Mapping]]] = ..., ledger: _Optional[_Union[TeotihuacanLedger, _Mapping]] = ...) -> None: ...

class TeotihuacanWorker(_message.Message):
    __slots__ = ("board", "power", "space")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    board: int
    power: int
    space: TeotihuacanSpace
    def __init__(self, board: _Optional[int] = ..., power: _Optional[int] = ..., space: _Optional[_Union[TeotihuacanSpace, str]] = ...) -> None: ...

class TeotihuacanStartingTile(_message.Message):
    __slots__ = ("tile", "discovery", "kept")
    TILE_FIELD_NUMBER: _ClassVar[int]
    DISCOVERY_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    tile: TeotihuacanStarting
    discovery: TeotihuacanDiscovery
    kept: bool
    def __init__(self, tile: _Optional[_Union[TeotihuacanStarting, str]] = ..., discovery: _Optional[_Union[TeotihuacanDiscovery, str]] = ..., kept: bool = ...) -> None: ...

class TeotihuacanTurn(_message.Message):
    __slots__ = ("free_unlock", "board", "count", "lowest", "skills", "laid", "saving", "raising", "purchases", "raised")
    FREE_UNLOCK_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    LOWEST_FIELD_NUMBER: _ClassVar[int]
    SKILLS_FIELD_NUMBER: _ClassVar[int]
    LAID_FIELD_NUMBER: _ClassVar[int]
    SAVING_FIELD_NUMBER: _ClassVar[int]
    RAISING_FIELD_NUMBER: _ClassVar[int]
    PURCHASES_FIELD_NUMBER: _ClassVar[int]
    RAISED_FIELD_NUMBER: _ClassVar[int]
    free_unlock: bool
    board: int
    count: int
    lowest: int
    skills: _containers.RepeatedScalarFieldContainer[TeotihuacanTechnology]
    laid: int
    saving: int
    raising: bool
    purchases: int
    raised: TeotihuacanWorker
    def __init__(self, free_unlock: bool = ..., board: _Optional[int] = ..., count: _Optional[int] = ..., lowest: _Optional[int] = ..., skills: _Optional[_Iterable[_Union[TeotihuacanTechnology, str]]] = ..., laid: _Optional[int] = ..., saving: _Optional[int] = ..., raising: bool = ..., purchases: _Optional[int] = ..., raised: _Optional[_Union[TeotihuacanWorker, _Mapping]] = ...) -> None: ...

class TeotihuacanMove(_message.Message):
    __slots__ = ("keep", "take", "raise_worker", "settle", "free_unlock", "go", "collect", "worship", "main", "first", "exchange", "claim", "gain", "temple", "technology", "row", "decorate", "build", "pay", "power_up", "reward", "salary", "stop", "pass_by", "end_turn", "go_on", "use", "unlock")
    KEEP_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    RAISE_WORKER_FIELD_NUMBER: _ClassVar[int]
    SETTLE_FIELD_NUMBER: _ClassVar[int]
    FREE_UNLOCK_FIELD_NUMBER: _ClassVar[int]
    GO_FIELD_NUMBER: _ClassVar[int]
    COLLECT_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_FIELD_NUMBER: _ClassVar[int]
    MAIN_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    GAIN_FIELD_NUMBER: _ClassVar[int]
    TEMPLE_FIELD_NUMBER: _ClassVar[int]
    TECHNOLOGY_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    DECORATE_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    PAY_FIELD_NUMBER: _ClassVar[int]
    POWER_UP_FIELD_NUMBER: _ClassVar[int]
    REWARD_FIELD_NUMBER: _ClassVar[int]
    SALARY_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    PASS_BY_FIELD_NUMBER: _ClassVar[int]
    END_TURN_FIELD_NUMBER: _ClassVar[int]
    GO_ON_FIELD_NUMBER: _ClassVar[int]
    USE_FIELD_NUMBER: _ClassVar[int]
    UNLOCK_FIELD_NUMBER: _ClassVar[int]
    keep: TeotihuacanKeep
    take: TeotihuacanTake
    raise_worker: TeotihuacanRaise
    settle: TeotihuacanSettle
    free_unlock: TeotihuacanFreeUnlock
    go: TeotihuacanGo
    collect: TeotihuacanCollect
    worship: TeotihuacanWorship
    main: TeotihuacanMain
    first: TeotihuacanFirst
    exchange: TeotihuacanExchange
    claim: TeotihuacanClaim
    gain: TeotihuacanGain
    temple: TeotihuacanAdvance
    technology: TeotihuacanLearn
    row: TeotihuacanBuildInRow
    decorate: TeotihuacanDecorate
    build: TeotihuacanBuild
    pay: TeotihuacanPay
    power_up: TeotihuacanPowerUp
    reward: TeotihuacanTakeReward
    salary: TeotihuacanSalary
    stop: TeotihuacanStop
    pass_by: TeotihuacanPass
    end_turn: TeotihuacanEndTurn
    go_on: TeotihuacanContinue
    use: TeotihuacanUse
    unlock: TeotihuacanUnlock
    def __init__(self, keep: _Optional[_Union[TeotihuacanKeep, _Mapping]] = ..., take: _Optional[_Union[TeotihuacanTake, _Mapping]] = ..., raise_worker: _Optional[_Union[TeotihuacanRaise, _Mapping]] = ..., settle: _Optional[_Union[TeotihuacanSettle, _Mapping]] = ..., free_unlock: _Optional[_Union[TeotihuacanFreeUnlock, _Mapping]] = ..., go: _Optional[_Union[TeotihuacanGo, _Mapping]] = ..., collect: _Optional[_Union[TeotihuacanCollect, _Mapping]] = ..., worship: _Optional[_Union[TeotihuacanWorship, _Mapping]] = ..., main: _Optional[_Union[TeotihuacanMain, _Mapping]] = ..., first: _Optional[_Union[TeotihuacanFirst, _Mapping]] = ..., exchange: _Optional[_Union[TeotihuacanExchange, _Mapping]] = ..., claim: _Optional[_Union[TeotihuacanClaim, _Mapping]] = ..., gain: _Optional[_Union[TeotihuacanGain, _Mapping]] = ..., temple: _Optional[_Union[TeotihuacanAdvance, _Mapping]] = ..., technology: _Optional[_Union[TeotihuacanLearn, _Mapping]] = ..., row: _Optional[_Union[TeotihuacanBuildInRow, _Mapping]] = ..., decorate: _Optional[_Union[TeotihuacanDecorate, _Mapping]] = ..., build: _Optional[_Union[TeotihuacanBuild, _Mapping]] = ..., pay: _Optional[_Union[TeotihuacanPay, _Mapping]] = ..., power_up: _Optional[_Union[TeotihuacanPowerUp, _Mapping]] = ..., reward: _Optional[_Union[TeotihuacanTakeReward, _Mapping]] = ..., salary: _Optional[_Union[TeotihuacanSalary, _Mapping]] = ..., stop: _Optional[_Union[TeotihuacanStop, _Mapping]] = ..., pass_by: _Optional[_Union[TeotihuacanPass, _Mapping]] = ..., end_turn: _Optional[_Union[TeotihuacanEndTurn, _Mapping]] = ..., go_on: _Optional[_Union[TeotihuacanContinue, _Mapping]] = ..., use: _Optional[_Union[TeotihuacanUse, _Mapping]] = ..., unlock: _Optional[_Union[TeotihuacanUnlock, _Mapping]] = ...) -> None: ...

class TeotihuacanKeep(_message.Message):
    __slots__ = ("first", "second")
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    first: TeotihuacanStarting
    second: TeotihuacanStarting
    def __init__(self, first: _Optional[_Union[TeotihuacanStarting, str]] = ..., second: _Optional[_Union[TeotihuacanStarting, str]] = ...) -> None: ...

class TeotihuacanTake(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: TeotihuacanStarting
    def __init__(self, tile: _Optional[_Union[TeotihuacanStarting, str]] = ...) -> None: ...

class TeotihuacanRaise(_message.Message):
    __slots__ = ("power",)
    POWER_FIELD_NUMBER: _ClassVar[int]
    power: int
    def __init__(self, power: _Optional[int] = ...) -> None: ...

class TeotihuacanSettle(_message.Message):
    __slots__ = ("first_board", "first_power", "second_board", "second_power", "third_board", "third_power")
    FIRST_BOARD_FIELD_NUMBER: _ClassVar[int]
    FIRST_POWER_FIELD_NUMBER: _ClassVar[int]
    SECOND_BOARD_FIELD_NUMBER: _ClassVar[int]
    SECOND_POWER_FIELD_NUMBER: _ClassVar[int]
    THIRD_BOARD_FIELD_NUMBER: _ClassVar[int]
    THIRD_POWER_FIELD_NUMBER: _ClassVar[int]
    first_board: int
    first_power: int
    second_board: int
    second_power: int
    third_board: int
    third_power: int
    def __init__(self, first_board: _Optional[int] = ..., first_power: _Optional[int] = ..., second_board: _Optional[int] = ..., second_power: _Optional[int] = ..., third_board: _Optional[int] = ..., third_power: _Optional[int] = ...) -> None: ...

class TeotihuacanFreeUnlock(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TeotihuacanGo(_message.Message):
    __slots__ = ("board", "power", "distance", "second", "unlimited")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    UNLIMITED_FIELD_NUMBER: _ClassVar[int]
    board: int
    power: int
    distance: int
    second: int
    unlimited: bool
    def __init__(self, board: _Optional[int] = ..., power: _Optional[int] = ..., distance: _Optional[int] = ..., second: _Optional[int] = ..., unlimited: bool = ...) -> None: ...

class TeotihuacanCollect(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TeotihuacanWorship(_message.Message):
    __slots__ = ("space", "effect", "lock", "waive")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    LOCK_FIELD_NUMBER: _ClassVar[int]
    WAIVE_FIELD_NUMBER: _ClassVar[int]
    space: TeotihuacanSpace
    effect: TeotihuacanEffect
    lock: int
    waive: bool
    def __init__(self, space: _Optional[_Union[TeotihuacanSpace, str]] = ..., effect: _Optional[_Union[TeotihuacanEffect, str]] = ..., lock: _Optional[int] = ..., waive: bool = ...) -> None: ...

class TeotihuacanMain(_message.Message):
    __slots__ = ("additional", "waive")
    ADDITIONAL_FIELD_NUMBER: _ClassVar[int]
    WAIVE_FIELD_NUMBER: _ClassVar[int]
    additional: int
    waive: bool
    def __init__(self, additional: _Optional[int] = ..., waive: bool = ...) -> None: ...

class TeotihuacanFirst(_message.Message):
    __slots__ = ("effect",)
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    effect: TeotihuacanEffect
    def __init__(self, effect: _Optional[_Union[TeotihuacanEffect, str]] = ...) -> None: ...

class TeotihuacanExchange(_message.Message):
    __slots__ = ("good", "temple", "waive")
    GOOD_FIELD_NUMBER: _ClassVar[int]
    TEMPLE_FIELD_NUMBER: _ClassVar[int]
    WAIVE_FIELD_NUMBER: _ClassVar[int]
    good: TeotihuacanGood
    temple: TeotihuacanTemple
    waive: bool
    def __init__(self, good: _Optional[_Union[TeotihuacanGood, str]] = ..., temple: _Optional[_Union[TeotihuacanTemple, str]] = ..., waive: bool = ...) -> None: ...

class TeotihuacanClaim(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: TeotihuacanDiscovery
    def __init__(self, tile: _Optional[_Union[TeotihuacanDiscovery, str]] = ...) -> None: ...

class TeotihuacanGain(_message.Message):
    __slots__ = ("good",)
    GOOD_FIELD_NUMBER: _ClassVar[int]
    good: TeotihuacanGood
    def __init__(self, good: _Optional[_Union[TeotihuacanGood, str]] = ...) -> None: ...

class TeotihuacanAdvance(_message.Message):
    __slots__ = ("temple",)
    TEMPLE_FIELD_NUMBER: _ClassVar[int]
    temple: TeotihuacanTemple
    def __init__(self, temple: _Optional[_Union[TeotihuacanTemple, str]] = ...) -> None: ...

class TeotihuacanLearn(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: TeotihuacanTechnology
    def __init__(self, tile: _Optional[_Union[TeotihuacanTechnology, str]] = ...) -> None: ...

class TeotihuacanBuildInRow(_message.Message):
    __slots__ = ("row",)
    ROW_FIELD_NUMBER: _ClassVar[int]
    row: TeotihuacanRow
    def __init__(self, row: _Optional[_Union[TeotihuacanRow, str]] = ...) -> None: ...

class TeotihuacanDecorate(_message.Message):
    __slots__ = ("tile", "space")
    TILE_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    tile: TeotihuacanDecoration
    space: TeotihuacanDecorationSpace
    def __init__(self, tile: _Optional[_Union[TeotihuacanDecoration, str]] = ..., space: _Optional[_Union[TeotihuacanDecorationSpace, _Mapping]] = ...) -> None: ...

class TeotihuacanBuild(_message.Message):
    __slots__ = ("tile", "rotation", "space")
    TILE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    tile: TeotihuacanPyramid
    rotation: int
    space: TeotihuacanPyramidSpace
    def __init__(self, tile: _Optional[_Union[TeotihuacanPyramid, str]] = ..., rotation: _Optional[int] = ..., space: _Optional[_Union[TeotihuacanPyramidSpace, _Mapping]] = ...) -> None: ...

class TeotihuacanPay(_message.Message):
    __slots__ = ("payment",)
    PAYMENT_FIELD_NUMBER: _ClassVar[int]
    payment: TeotihuacanPayment
    def __init__(self, payment: _Optional[_Union[TeotihuacanPayment, str]] = ...) -> None: ...

class TeotihuacanPowerUp(_message.Message):
    __slots__ = ("board", "power", "locked")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    LOCKED_FIELD_NUMBER: _ClassVar[int]
    board: int
    power: int
    locked: bool
    def __init__(self, board: _Optional[int] = ..., power: _Optional[int] = ..., locked: bool = ...) -> None: ...

class TeotihuacanTakeReward(_message.Message):
    __slots__ = ("reward",)
    REWARD_FIELD_NUMBER: _ClassVar[int]
    reward: TeotihuacanReward
    def __init__(self, reward: _Optional[_Union[TeotihuacanReward, str]] = ...) -> None: ...

class TeotihuacanSalary(_message.Message):
    __slots__ = ("cocoa", "waive")
    COCOA_FIELD_NUMBER: _ClassVar[int]
    WAIVE_FIELD_NUMBER: _ClassVar[int]
    cocoa: int
    waive: bool
    def __init__(self, cocoa: _Optional[int] = ..., waive: bool = ...) -> None: ...

class TeotihuacanStop(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TeotihuacanPass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TeotihuacanEndTurn(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TeotihuacanContinue(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TeotihuacanUse(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: TeotihuacanDiscovery
    def __init__(self, tile: _Optional[_Union[TeotihuacanDiscovery, str]] = ...) -> None: ...

class TeotihuacanUnlock(_message.Message):
    __slots__ = ("waive",)
    WAIVE_FIELD_NUMBER: _ClassVar[int]
    waive: bool
    def __init__(self, waive: bool = ...) -> None: ...

class TeotihuacanEvent(_message.Message):
    __slots__ = ("kept", "took", "raised", "settled", "neutrals", "moved", "unlocked", "collected", "worshipped", "displaced", "acted", "gained", "paid", "scored", "claimed", "declined", "used", "discovered", "learnt", "built", "decorated", "decoration_offered", "placed", "pyramid_offered", "climbed", "advanced", "walked", "powered_up", "ascended", "joined", "light", "eclipse", "calendar", "ended", "rolled", "fell_back", "relocked", "discarded", "slid", "action_tiles", "arrows")
    KEPT_FIELD_NUMBER: _ClassVar[int]
    TOOK_FIELD_NUMBER: _ClassVar[int]
    RAISED_FIELD_NUMBER: _ClassVar[int]
    SETTLED_FIELD_NUMBER: _ClassVar[int]
    NEUTRALS_FIELD_NUMBER: _ClassVar[int]
    MOVED_FIELD_NUMBER: _ClassVar[int]
    UNLOCKED_FIELD_NUMBER: _ClassVar[int]
    COLLECTED_FIELD_NUMBER: _ClassVar[int]
    WORSHIPPED_FIELD_NUMBER: _ClassVar[int]
    DISPLACED_FIELD_NUMBER: _ClassVar[int]
    ACTED_FIELD_NUMBER: _ClassVar[int]
    GAINED_FIELD_NUMBER: _ClassVar[int]
    PAID_FIELD_NUMBER: _ClassVar[int]
    SCORED_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_FIELD_NUMBER: _ClassVar[int]
    DECLINED_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    DISCOVERED_FIELD_NUMBER: _ClassVar[int]
    LEARNT_FIELD_NUMBER: _ClassVar[int]
    BUILT_FIELD_NUMBER: _ClassVar[int]
    DECORATED_FIELD_NUMBER: _ClassVar[int]
    DECORATION_OFFERED_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    PYRAMID_OFFERED_FIELD_NUMBER: _ClassVar[int]
    CLIMBED_FIELD_NUMBER: _ClassVar[int]
    ADVANCED_FIELD_NUMBER: _ClassVar[int]
    WALKED_FIELD_NUMBER: _ClassVar[int]
    POWERED_UP_FIELD_NUMBER: _ClassVar[int]
    ASCENDED_FIELD_NUMBER: _ClassVar[int]
    JOINED_FIELD_NUMBER: _ClassVar[int]
    LIGHT_FIELD_NUMBER: _ClassVar[int]
    ECLIPSE_FIELD_NUMBER: _ClassVar[int]
    CALENDAR_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    ROLLED_FIELD_NUMBER: _ClassVar[int]
    FELL_BACK_FIELD_NUMBER: _ClassVar[int]
    RELOCKED_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    SLID_FIELD_NUMBER: _ClassVar[int]
    ACTION_TILES_FIELD_NUMBER: _ClassVar[int]
    ARROWS_FIELD_NUMBER: _ClassVar[int]
    kept: TeotihuacanKept
    took: TeotihuacanTook
    raised: TeotihuacanRaised
    settled: TeotihuacanSettled
    neutrals: TeotihuacanNeutralsPlaced
    moved: TeotihuacanMoved
    unlocked: TeotihuacanUnlocked
    collected: TeotihuacanCollected
    worshipped: TeotihuacanWorshipped
    displaced: TeotihuacanDisplaced
    acted: TeotihuacanActed
    gained: TeotihuacanGained
    paid: TeotihuacanPaid
    scored: TeotihuacanScored
    claimed: TeotihuacanClaimed
    declined: TeotihuacanDeclined
    used: TeotihuacanUsed
    discovered: TeotihuacanDiscovered
    learnt: TeotihuacanLearnt
    built: TeotihuacanBuilt
    decorated: TeotihuacanDecorated
    decoration_offered: TeotihuacanDecorationOffered
    placed: TeotihuacanPlaced
    pyramid_offered: TeotihuacanPyramidOffered
    climbed: TeotihuacanClimbed
    advanced: TeotihuacanAdvanced
    walked: TeotihuacanWalked
    powered_up: TeotihuacanPoweredUp
    ascended: TeotihuacanAscended
    joined: TeotihuacanJoined
    light: TeotihuacanLightMoved
    eclipse: TeotihuacanEclipseBegan
    calendar: TeotihuacanCalendarSet
    ended: TeotihuacanEnded
    rolled: TeotihuacanRolled
    fell_back: TeotihuacanFellBack
    relocked: TeotihuacanRelocked
    discarded: TeotihuacanDiscarded
    slid: TeotihuacanSlid
    action_tiles: TeotihuacanActionTiles
    arrows: TeotihuacanArrows
    def __init__(self, kept: _Optional[_Union[TeotihuacanKept, _Mapping]] = ..., took: _Optional[_Union[TeotihuacanTook, _Mapping]] = ..., raised: _Optional[_Union[TeotihuacanRaised, _Mapping]] = ..., settled: _Optional[_Union[TeotihuacanSettled, _Mapping]] = ..., neutrals: _Optional[_Union[TeotihuacanNeutralsPlaced, _Mapping]] = ..., moved: _Optional[_Union[TeotihuacanMoved, _Mapping]] = ..., unlocked: _Optional[_Union[TeotihuacanUnlocked, _Mapping]] = ..., collected: _Optional[_Union[TeotihuacanCollected, _Mapping]] = ..., worshipped: _Optional[_Union[TeotihuacanWorshipped, _Mapping]] = ..., displaced: _Optional[_Union[TeotihuacanDisplaced, _Mapping]] = ..., acted: _Optional[_Union[TeotihuacanActed, _Mapping]] = ..., gained: _Optional[_Union[TeotihuacanGained, _Mapping]] = ..., paid: _Optional[_Union[TeotihuacanPaid, _Mapping]] = ..., scored: _Optional[_Union[TeotihuacanScored, _Mapping]] = ..., claimed: _Optional[_Union[TeotihuacanClaimed, _Mapping]] = ..., declined: _Optional[_Union[TeotihuacanDeclined, _Mapping]] = ..., used: _Optional[_Union[TeotihuacanUsed, _Mapping]] = ..., discovered: _Optional[_Union[TeotihuacanDiscovered, _Mapping]] = ..., learnt: _Optional[_Union[TeotihuacanLearnt, _Mapping]] = ..., built: _Optional[_Union[TeotihuacanBuilt, _Mapping]] = ..., decorated: _Optional[_Union[TeotihuacanDecorated, _Mapping]] = ..., decoration_offered: _Optional[_Union[TeotihuacanDecorationOffered, _Mapping]] = ..., placed: _Optional[_Union[TeotihuacanPlaced, _Mapping]] = ..., pyramid_offered: _Optional[_Union[TeotihuacanPyramidOffered, _Mapping]] = ..., climbed: _Optional[_Union[TeotihuacanClimbed, _Mapping]] = ..., advanced: _Optional[_Union[TeotihuacanAdvanced, _Mapping]] = ..., walked: _Optional[_Union[TeotihuacanWalked, _Mapping]] = ..., powered_up: _Optional[_Union[TeotihuacanPoweredUp, _Mapping]] = ..., ascended: _Optional[_Union[TeotihuacanAscended, _Mapping]] = ..., joined: _Optional[_Union[TeotihuacanJoined, _Mapping]] = ..., light: _Optional[_Union[TeotihuacanLightMoved, _Mapping]] = ..., eclipse: _Optional[_Union[TeotihuacanEclipseBegan, _Mapping]] = ..., calendar: _Optional[_Union[TeotihuacanCalendarSet, _Mapping]] = ..., ended: _Optional[_Union[TeotihuacanEnded, _Mapping]] = ..., rolled: _Optional[_Union[TeotihuacanRolled, _Mapping]] = ..., fell_back: _Optional[_Union[TeotihuacanFellBack, _Mapping]] = ..., relocked: _Optional[_Union[TeotihuacanRelocked, _Mapping]] = ..., discarded: _Optional[_Union[TeotihuacanDiscarded, _Mapping]] = ..., slid: _Optional[_Union[TeotihuacanSlid, _Mapping]] = ..., action_tiles: _Optional[_Union[TeotihuacanActionTiles, _Mapping]] = ..., arrows: _Optional[_Union[TeotihuacanArrows, _Mapping]] = ...) -> None: ...

class TeotihuacanRolled(_message.Message):
    __slots__ = ("die", "other_die", "action")
    DIE_FIELD_NUMBER: _ClassVar[int]
    OTHER_DIE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    die: int
    other_die: int
    action: TeotihuacanAction
    def __init__(self, die: _Optional[int] = ..., other_die: _Optional[int] = ..., action: _Optional[_Union[TeotihuacanAction, str]] = ...) -> None: ...

class TeotihuacanFellBack(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class TeotihuacanRelocked(_message.Message):
    __slots__ = ("seat", "space")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    space: TeotihuacanSpace
    def __init__(self, seat: _Optional[int] = ..., space: _Optional[_Union[TeotihuacanSpace, str]] = ...) -> None: ...

class TeotihuacanDiscarded(_message.Message):
    __slots__ = ("board", "discovery")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    DISCOVERY_FIELD_NUMBER: _ClassVar[int]
    board: int
    discovery: TeotihuacanDiscovery
    def __init__(self, board: _Optional[int] = ..., discovery: _Optional[_Union[TeotihuacanDiscovery, str]] = ...) -> None: ...

class TeotihuacanSlid(_message.Message):
    __slots__ = ("offer",)
    OFFER_FIELD_NUMBER: _ClassVar[int]
    offer: TeotihuacanOffer
    def __init__(self, offer: _Optional[_Union[TeotihuacanOffer, str]] = ...) -> None: ...

class TeotihuacanActionTiles(_message.Message):
    __slots__ = ("top", "middle_left", "middle_right", "bottom_left", "bottom_middle", "bottom_right", "aside")
    TOP_FIELD_NUMBER: _ClassVar[int]
    MIDDLE_LEFT_FIELD_NUMBER: _ClassVar[int]
    MIDDLE_RIGHT_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_LEFT_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_MIDDLE_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_RIGHT_FIELD_NUMBER: _ClassVar[int]
    ASIDE_FIELD_NUMBER: _ClassVar[int]
    top: TeotihuacanAction
    middle_left: TeotihuacanAction
    middle_right: TeotihuacanAction
    bottom_left: TeotihuacanAction
    bottom_middle: TeotihuacanAction
    bottom_right: TeotihuacanAction
    aside: TeotihuacanAction
    def __init__(self, top: _Optional[_Union[TeotihuacanAction, str]] = ..., middle_left: _Optional[_Union[TeotihuacanAction, str]] = ..., middle_right: _Optional[_Union[TeotihuacanAction, str]] = ..., bottom_left: _Optional[_Union[TeotihuacanAction, str]] = ..., bottom_middle: _Optional[_Union[TeotihuacanAction, str]] = ..., bottom_right: _Optional[_Union[TeotihuacanAction, str]] = ..., aside: _Optional[_Union[TeotihuacanAction, str]] = ...) -> None: ...

class TeotihuacanArrows(_message.Message):
    __slots__ = ("upper", "lower")
    UPPER_FIELD_NUMBER: _ClassVar[int]
    LOWER_FIELD_NUMBER: _ClassVar[int]
    upper: TeotihuacanArrow
    lower: TeotihuacanArrow
    def __init__(self, upper: _Optional[_Union[TeotihuacanArrow, str]] = ..., lower: _Optional[_Union[TeotihuacanArrow, str]] = ...) -> None: ...

class TeotihuacanKept(_message.Message):
    __slots__ = ("seat", "starting", "tied")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STARTING_FIELD_NUMBER: _ClassVar[int]
    TIED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    starting: TeotihuacanStarting
    tied: TeotihuacanDiscovery
    def __init__(self, seat: _Optional[int] = ..., starting: _Optional[_Union[TeotihuacanStarting, str]] = ..., tied: _Optional[_Union[TeotihuacanDiscovery, str]] = ...) -> None: ...

class TeotihuacanTook(_message.Message):
    __slots__ = ("seat", "starting", "tied")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STARTING_FIELD_NUMBER: _ClassVar[int]
    TIED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    starting: TeotihuacanStarting
    tied: TeotihuacanDiscovery
    def __init__(self, seat: _Optional[int] = ..., starting: _Optional[_Union[TeotihuacanStarting, str]] = ..., tied: _Optional[_Union[TeotihuacanDiscovery, str]] = ...) -> None: ...

class TeotihuacanRaised(_message.Message):
    __slots__ = ("seat", "power")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    power: int
    def __init__(self, seat: _Optional[int] = ..., power: _Optional[int] = ...) -> None: ...

class TeotihuacanSettled(_message.Message):
    __slots__ = ("seat", "power", "board")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    power: int
    board: int
    def __init__(self, seat: _Optional[int] = ..., power: _Optional[int] = ..., board: _Optional[int] = ...) -> None: ...

class TeotihuacanNeutralsPlaced(_message.Message):
    __slots__ = ("colour", "first", "second", "third")
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    THIRD_FIELD_NUMBER: _ClassVar[int]
    colour: int
    first: int
    second: int
    third: int
    def __init__(self, colour: _Optional[int] = ..., first: _Optional[int] = ..., second: _Optional[int] = ..., third: _Optional[int] = ...) -> None: ...

class TeotihuacanMoved(_message.Message):
    __slots__ = ("seat", "board", "power", "second", "distance", "to")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    seat: int
    board: int
    power: int
    second: int
    distance: int
    to: int
    def __init__(self, seat: _Optional[int] = ..., board: _Optional[int] = ..., power: _Optional[int] = ..., second: _Optional[int] = ..., distance: _Optional[int] = ..., to: _Optional[int] = ...) -> None: ...

class TeotihuacanUnlocked(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class TeotihuacanCollected(_message.Message):
    __slots__ = ("seat", "board")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    board: int
    def __init__(self, seat: _Optional[int] = ..., board: _Optional[int] = ...) -> None: ...

class TeotihuacanWorshipped(_message.Message):
    __slots__ = ("seat", "space", "effect", "power")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    space: TeotihuacanSpace
    effect: TeotihuacanEffect
    power: int
    def __init__(self, seat: _Optional[int] = ..., space: _Optional[_Union[TeotihuacanSpace, str]] = ..., effect: _Optional[_Union[TeotihuacanEffect, str]] = ..., power: _Optional[int] = ...) -> None: ...

class TeotihuacanDisplaced(_message.Message):
    __slots__ = ("seat", "space")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    space: TeotihuacanSpace
    def __init__(self, seat: _Optional[int] = ..., space: _Optional[_Union[TeotihuacanSpace, str]] = ...) -> None: ...

class TeotihuacanActed(_message.Message):
    __slots__ = ("seat", "board", "count", "lowest")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    LOWEST_FIELD_NUMBER: _ClassVar[int]
    seat: int
    board: int
    count: int
    lowest: int
    def __init__(self, seat: _Optional[int] = ..., board: _Optional[int] = ..., count: _Optional[int] = ..., lowest: _Optional[int] = ...) -> None: ...

class TeotihuacanGained(_message.Message):
    __slots__ = ("seat", "good", "amount", "source")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GOOD_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    good: TeotihuacanGood
    amount: int
    source: TeotihuacanSource
    def __init__(self, seat: _Optional[int] = ..., good: _Optional[_Union[TeotihuacanGood, str]] = ..., amount: _Optional[int] = ..., source: _Optional[_Union[TeotihuacanSource, str]] = ...) -> None: ...

class TeotihuacanPaid(_message.Message):
    __slots__ = ("seat", "good", "amount", "source")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GOOD_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    good: TeotihuacanGood
    amount: int
    source: TeotihuacanSource
    def __init__(self, seat: _Optional[int] = ..., good: _Optional[_Union[TeotihuacanGood, str]] = ..., amount: _Optional[int] = ..., source: _Optional[_Union[TeotihuacanSource, str]] = ...) -> None: ...

class TeotihuacanScored(_message.Message):
    __slots__ = ("seat", "category", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    category: TeotihuacanCategory
    points: int
    def __init__(self, seat: _Optional[int] = ..., category: _Optional[_Union[TeotihuacanCategory, str]] = ..., points: _Optional[int] = ...) -> None: ...

class TeotihuacanClaimed(_message.Message):
    __slots__ = ("seat", "discovery")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DISCOVERY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    discovery: TeotihuacanDiscovery
    def __init__(self, seat: _Optional[int] = ..., discovery: _Optional[_Union[TeotihuacanDiscovery, str]] = ...) -> None: ...

class TeotihuacanDeclined(_message.Message):
    __slots__ = ("seat", "discovery")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DISCOVERY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    discovery: TeotihuacanDiscovery
    def __init__(self, seat: _Optional[int] = ..., discovery: _Optional[_Union[TeotihuacanDiscovery, str]] = ...) -> None: ...

class TeotihuacanUsed(_message.Message):
    __slots__ = ("seat", "discovery")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DISCOVERY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    discovery: TeotihuacanDiscovery
    def __init__(self, seat: _Optional[int] = ..., discovery: _Optional[_Union[TeotihuacanDiscovery, str]] = ...) -> None: ...

class TeotihuacanDiscovered(_message.Message):
    __slots__ = ("board", "discovery")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    DISCOVERY_FIELD_NUMBER: _ClassVar[int]
    board: int
    discovery: TeotihuacanDiscovery
    def __init__(self, board: _Optional[int] = ..., discovery: _Optional[_Union[TeotihuacanDiscovery, str]] = ...) -> None: ...

class TeotihuacanLearnt(_message.Message):
    __slots__ = ("seat", "technology")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TECHNOLOGY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    technology: TeotihuacanTechnology
    def __init__(self, seat: _Optional[int] = ..., technology: _Optional[_Union[TeotihuacanTechnology, str]] = ...) -> None: ...

class TeotihuacanBuilt(_message.Message):
    __slots__ = ("seat", "row")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    seat: int
    row: TeotihuacanRow
    def __init__(self, seat: _Optional[int] = ..., row: _Optional[_Union[TeotihuacanRow, str]] = ...) -> None: ...

class TeotihuacanDecorated(_message.Message):
    __slots__ = ("seat", "decoration", "place", "matches")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECORATION_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decoration: TeotihuacanDecoration
    place: TeotihuacanDecorationSpace
    matches: int
    def __init__(self, seat: _Optional[int] = ..., decoration: _Optional[_Union[TeotihuacanDecoration, str]] = ..., place: _Optional[_Union[TeotihuacanDecorationSpace, _Mapping]] = ..., matches: _Optional[int] = ...) -> None: ...

class TeotihuacanDecorationOffered(_message.Message):
    __slots__ = ("slot", "decoration")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    DECORATION_FIELD_NUMBER: _ClassVar[int]
    slot: int
    decoration: TeotihuacanDecoration
    def __init__(self, slot: _Optional[int] = ..., decoration: _Optional[_Union[TeotihuacanDecoration, str]] = ...) -> None: ...

class TeotihuacanPlaced(_message.Message):
    __slots__ = ("seat", "pyramid", "rotation", "space", "matches")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PYRAMID_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    pyramid: TeotihuacanPyramid
    rotation: int
    space: TeotihuacanPyramidSpace
    matches: int
    def __init__(self, seat: _Optional[int] = ..., pyramid: _Optional[_Union[TeotihuacanPyramid, str]] = ..., rotation: _Optional[int] = ..., space: _Optional[_Union[TeotihuacanPyramidSpace, _Mapping]] = ..., matches: _Optional[int] = ...) -> None: ...

class TeotihuacanPyramidOffered(_message.Message):
    __slots__ = ("slot", "pyramid")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    PYRAMID_FIELD_NUMBER: _ClassVar[int]
    slot: int
    pyramid: TeotihuacanPyramid
    def __init__(self, slot: _Optional[int] = ..., pyramid: _Optional[_Union[TeotihuacanPyramid, str]] = ...) -> None: ...

class TeotihuacanClimbed(_message.Message):
    __slots__ = ("seat", "track")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    seat: int
    track: int
    def __init__(self, seat: _Optional[int] = ..., track: _Optional[int] = ...) -> None: ...

class TeotihuacanAdvanced(_message.Message):
    __slots__ = ("seat", "temple", "step")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TEMPLE_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    temple: TeotihuacanTemple
    step: int
    def __init__(self, seat: _Optional[int] = ..., temple: _Optional[_Union[TeotihuacanTemple, str]] = ..., step: _Optional[int] = ...) -> None: ...

class TeotihuacanWalked(_message.Message):
    __slots__ = ("seat", "step")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    step: int
    def __init__(self, seat: _Optional[int] = ..., step: _Optional[int] = ...) -> None: ...

class TeotihuacanPoweredUp(_message.Message):
    __slots__ = ("seat", "board", "power")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    board: int
    power: int
    def __init__(self, seat: _Optional[int] = ..., board: _Optional[int] = ..., power: _Optional[int] = ...) -> None: ...

class TeotihuacanAscended(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class TeotihuacanJoined(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class TeotihuacanLightMoved(_message.Message):
    __slots__ = ("step",)
    STEP_FIELD_NUMBER: _ClassVar[int]
    step: int
    def __init__(self, step: _Optional[int] = ...) -> None: ...

class TeotihuacanEclipseBegan(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class TeotihuacanCalendarSet(_message.Message):
    __slots__ = ("light", "dark")
    LIGHT_FIELD_NUMBER: _ClassVar[int]
    DARK_FIELD_NUMBER: _ClassVar[int]
    light: int
    dark: int
    def __init__(self, light: _Optional[int] = ..., dark: _Optional[int] = ...) -> None: ...

class TeotihuacanEnded(_message.Message):
    __slots__ = ("seat", "score", "cocoa", "place")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    COCOA_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    score: int
    cocoa: int
    place: int
    def __init__(self, seat: _Optional[int] = ..., score: _Optional[int] = ..., cocoa: _Optional[int] = ..., place: _Optional[int] = ...) -> None: ...

class TeotihuacanLedger(_message.Message):
    __slots__ = ("quarry", "gold_deposits", "alchemy", "nobles", "decorations", "construction", "technologies", "royal_tiles", "discovery_tiles", "ascension", "temples", "avenue", "pyramid_leader", "pyramid_track", "masks", "salary", "bonus_1", "bonus_2", "bonus_3", "bonus_4", "bonus_5", "bonus_6", "bonus_7", "cashing", "leftovers")
    QUARRY_FIELD_NUMBER: _ClassVar[int]
    GOLD_DEPOSITS_FIELD_NUMBER: _ClassVar[int]
    ALCHEMY_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    DECORATIONS_FIELD_NUMBER: _ClassVar[int]
    CONSTRUCTION_FIELD_NUMBER: _ClassVar[int]
    TECHNOLOGIES_FIELD_NUMBER: _ClassVar[int]
    ROYAL_TILES_FIELD_NUMBER: _ClassVar[int]
    DISCOVERY_TILES_FIELD_NUMBER: _ClassVar[int]
    ASCENSION_FIELD_NUMBER: _ClassVar[int]
    TEMPLES_FIELD_NUMBER: _ClassVar[int]
    AVENUE_FIELD_NUMBER: _ClassVar[int]
    PYRAMID_LEADER_FIELD_NUMBER: _ClassVar[int]
    PYRAMID_TRACK_FIELD_NUMBER: _ClassVar[int]
    MASKS_FIELD_NUMBER: _ClassVar[int]
    SALARY_FIELD_NUMBER: _ClassVar[int]
    BONUS_1_FIELD_NUMBER: _ClassVar[int]
    BONUS_2_FIELD_NUMBER: _ClassVar[int]
    BONUS_3_FIELD_NUMBER: _ClassVar[int]
    BONUS_4_FIELD_NUMBER: _ClassVar[int]
    BONUS_5_FIELD_NUMBER: _ClassVar[int]
    BONUS_6_FIELD_NUMBER: _ClassVar[int]
    BONUS_7_FIELD_NUMBER: _ClassVar[int]
    CASHING_FIELD_NUMBER: _ClassVar[int]
    LEFTOVERS_FIELD_NUMBER: _ClassVar[int]
    quarry: _containers.RepeatedScalarFieldContainer[int]
    gold_deposits: _containers.RepeatedScalarFieldContainer[int]
    alchemy: _containers.RepeatedScalarFieldContainer[int]
    nobles: _containers.RepeatedScalarFieldContainer[int]
    decorations: _containers.RepeatedScalarFieldContainer[int]
    construction: _containers.RepeatedScalarFieldContainer[int]
    technologies: _containers.RepeatedScalarFieldContainer[int]
    royal_tiles: _containers.RepeatedScalarFieldContainer[int]
    discovery_tiles: _containers.RepeatedScalarFieldContainer[int]
    ascension: _containers.RepeatedScalarFieldContainer[int]
    temples: _containers.RepeatedScalarFieldContainer[int]
    avenue: _containers.RepeatedScalarFieldContainer[int]
    pyramid_leader: _containers.RepeatedScalarFieldContainer[int]
    pyramid_track: _containers.RepeatedScalarFieldContainer[int]
    masks: _containers.RepeatedScalarFieldContainer[int]
    salary: _containers.RepeatedScalarFieldContainer[int]
    bonus_1: _containers.RepeatedScalarFieldContainer[int]
    bonus_2: _containers.RepeatedScalarFieldContainer[int]
    bonus_3: _containers.RepeatedScalarFieldContainer[int]
    bonus_4: _containers.RepeatedScalarFieldContainer[int]
    bonus_5: _containers.RepeatedScalarFieldContainer[int]
    bonus_6: _containers.RepeatedScalarFieldContainer[int]
    bonus_7: _containers.RepeatedScalarFieldContainer[int]
    cashing: _containers.RepeatedScalarFieldContainer[int]
    leftovers: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, quarry: _Optional[_Iterable[int]] = ..., gold_deposits: _Optional[_Iterable[int]] = ..., alchemy: _Optional[_Iterable[int]] = ..., nobles: _Optional[_Iterable[int]] = ..., decorations: _Optional[_Iterable[int]] = ..., construction: _Optional[_Iterable[int]] = ..., technologies: _Optional[_Iterable[int]] = ..., royal_tiles: _Optional[_Iterable[int]] = ..., discovery_tiles: _Optional[_Iterable[int]] = ..., ascension: _Optional[_Iterable[int]] = ..., temples: _Optional[_Iterable[int]] = ..., avenue: _Optional[_Iterable[int]] = ..., pyramid_leader: _Optional[_Iterable[int]] = ..., pyramid_track: _Optional[_Iterable[int]] = ..., masks: _Optional[_Iterable[int]] = ..., salary: _Optional[_Iterable[int]] = ..., bonus_1: _Optional[_Iterable[int]] = ..., bonus_2: _Optional[_Iterable[int]] = ..., bonus_3: _Optional[_Iterable[int]] = ..., bonus_4: _Optional[_Iterable[int]] = ..., bonus_5: _Optional[_Iterable[int]] = ..., bonus_6: _Optional[_Iterable[int]] = ..., bonus_7: _Optional[_Iterable[int]] = ..., cashing: _Optional[_Iterable[int]] = ..., leftovers: _Optional[_Iterable[int]] = ...) -> None: ...
